# For ". connection.sh": sets DATABASE_URL to the address in /etc/clinic.env without its password, and PGPASSWORD, which no
# list of processes shows. What is written afterwards is for its owner alone.
umask 077
in_environment() (
  cd /srv/clinic/current
  exec env -i PATH=/usr/bin:/bin node_modules/.bin/node --env-file=/etc/clinic.env --print \
    "const { DATABASE_URL, PGPASSWORD = '' } = process.env, url = new URL(DATABASE_URL); $1"
)
DATABASE_URL=$(in_environment 'url.password = ""; url.href')
PGPASSWORD=$(in_environment 'decodeURIComponent(url.password) || PGPASSWORD')
export DATABASE_URL PGPASSWORD

"""All pictures by name, and the groups the driver knows."""
from banners import BANNERS, OTHERS
from cards import CARDS

PICTURES = {**BANNERS, **CARDS, **OTHERS}
GROUPS = {'banners': list(BANNERS), 'cards': list(CARDS), 'others': list(OTHERS),
          'all': list(PICTURES)}

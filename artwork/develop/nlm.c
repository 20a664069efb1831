/* Dual-buffer non-local means for two independent renders of one picture.
 *
 *   nlm A.raw B.raw WIDTH HEIGHT OUT.raw [K] [RADIUS]     (float32 RGB, scene-linear)
 *
 * Each render is smoothed with weights measured in the other, so that the noise
 * of a pixel never decides which neighbours it is averaged with; the two results
 * are then averaged. Pixels are compared as patches, in a logarithmic scale, and
 * the difference that noise alone explains (the variance, known from A - B) is
 * taken off before weighing.
 *
 * For every offset in the search window the squared difference is computed once
 * per pixel and summed over patches by running sums, in strips of rows.
 */
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATCH = 2, SIDE = 2 * PATCH + 1, STRIP = 24, SPREAD = 5 };

typedef struct { int w, h, pad, pw, ph; } Frame;

static float *floats(size_t n) {
    float *p = calloc(n, sizeof *p);
    if (!p) { fprintf(stderr, "nlm: out of memory\n"); exit(1); }
    return p;
}

static float *load(const char *path, size_t n) {
    float *p = floats(n);
    FILE *f = fopen(path, "rb");
    if (!f || fread(p, sizeof *p, n, f) != n) { fprintf(stderr, "nlm: cannot read %s\n", path); exit(1); }
    fclose(f);
    return p;
}

static int mirror(int i, int n) {
    if (i < 0) i = -i - 1;
    if (i >= n) i = 2 * n - 1 - i;
    return i < 0 ? 0 : i >= n ? n - 1 : i;
}

/* Copies channels-interleaved pixels into a frame with mirrored borders. */
static float *padded(Frame q, const float *in, int channels, int compress) {
    float *out = floats((size_t)q.pw * q.ph * channels);
    for (int y = 0; y < q.ph; y++)
        for (int x = 0; x < q.pw; x++) {
            const float *from = in + ((size_t)mirror(y - q.pad, q.h) * q.w + mirror(x - q.pad, q.w)) * channels;
            float *to = out + ((size_t)y * q.pw + x) * channels;
            for (int c = 0; c < channels; c++)
                to[c] = compress ? logf(1.f + 4.f * fmaxf(from[c], 0.f)) : from[c];
        }
    return out;
}

/* Variance of one render, from the difference of the two, spread over a box. */
static float *variance(Frame q, const float *ga, const float *gb) {
    float *raw = floats((size_t)q.w * q.h), *out = floats((size_t)q.w * q.h);
    for (int y = 0; y < q.h; y++)
        for (int x = 0; x < q.w; x++) {
            size_t i = ((size_t)(y + q.pad) * q.pw + x + q.pad) * 3;
            float sum = 0;
            for (int c = 0; c < 3; c++) sum += (ga[i + c] - gb[i + c]) * (ga[i + c] - gb[i + c]);
            raw[(size_t)y * q.w + x] = sum / 6.f;
        }
    #pragma omp parallel for
    for (int y = 0; y < q.h; y++)
        for (int x = 0; x < q.w; x++) {
            float sum = 0;
            int n = 0;
            for (int yy = y - SPREAD; yy <= y + SPREAD; yy++)
                for (int xx = x - SPREAD; xx <= x + SPREAD; xx++)
                    if (yy >= 0 && xx >= 0 && yy < q.h && xx < q.w) { sum += raw[(size_t)yy * q.w + xx]; n++; }
            out[(size_t)y * q.w + x] = sum / n + 1e-8f;
        }
    free(raw);
    return out;
}

/* Adds to out: src, averaged with weights measured in guide. All but out are padded. */
static void smooth(Frame q, const float *src, const float *guide, const float *var, float *out, float k, int radius) {
    const int cols = q.w + 2 * PATCH, lines = STRIP + 2 * PATCH;
    #pragma omp parallel for schedule(dynamic, 1)
    for (int top = 0; top < q.h; top += STRIP) {
        int rows = q.h - top < STRIP ? q.h - top : STRIP;
        float *diff = floats((size_t)cols * lines), *run = floats((size_t)q.w * lines);
        float *sum = floats((size_t)q.w * rows * 3), *weight = floats((size_t)q.w * rows);
        for (int dy = -radius; dy <= radius; dy++) for (int dx = -radius; dx <= radius; dx++) {
            for (int r = 0; r < rows + 2 * PATCH; r++) {
                size_t a = (size_t)(top + r - PATCH + q.pad) * q.pw + q.pad - PATCH;
                size_t b = a + (ptrdiff_t)dy * q.pw + dx;
                float *d = diff + (size_t)r * cols, *line = run + (size_t)r * q.w;
                for (int x = 0; x < cols; x++) {
                    float va = var[a + x], vb = var[b + x], e = 0;
                    for (int c = 0; c < 3; c++) {
                        float g = guide[(a + x) * 3 + c] - guide[(b + x) * 3 + c];
                        e += g * g;
                    }
                    d[x] = (e - 3 * (va + fminf(va, vb))) / (1e-7f + k * k * (va + vb));
                }
                for (int x = 0; x < q.w; x++) line[x] = d[x] + d[x + 1] + d[x + 2] + d[x + 3] + d[x + 4];
            }
            for (int r = 0; r < rows; r++) {
                const float *from = src + ((size_t)(top + r + dy + q.pad) * q.pw + q.pad + dx) * 3;
                const float *line = run + (size_t)r * q.w;
                float *s = sum + (size_t)r * q.w * 3, *w = weight + (size_t)r * q.w;
                for (int x = 0; x < q.w; x++) {
                    float d = 0;
                    for (int p = 0; p < SIDE; p++) d += line[(size_t)p * q.w + x];
                    float e = d <= 0 ? 1.f : expf(-d / (3.f * SIDE * SIDE));
                    for (int c = 0; c < 3; c++) s[x * 3 + c] += e * from[x * 3 + c];
                    w[x] += e;
                }
            }
        }
        for (size_t i = 0; i < (size_t)q.w * rows; i++)
            for (int c = 0; c < 3; c++) out[((size_t)top * q.w + i) * 3 + c] += .5f * sum[i * 3 + c] / weight[i];
        free(diff); free(run); free(sum); free(weight);
    }
}

int main(int argc, char **argv) {
    if (argc < 6) { fprintf(stderr, "usage: nlm A.raw B.raw WIDTH HEIGHT OUT.raw [K] [RADIUS]\n"); return 2; }
    float k = argc > 6 ? atof(argv[6]) : .6f;
    int radius = argc > 7 ? atoi(argv[7]) : 7;
    Frame q = { .w = atoi(argv[3]), .h = atoi(argv[4]), .pad = radius + PATCH };
    q.pw = q.w + 2 * q.pad;
    q.ph = q.h + 2 * q.pad;
    size_t n = (size_t)q.w * q.h * 3;
    float *a = load(argv[1], n), *b = load(argv[2], n), *out = floats(n);
    float *pa = padded(q, a, 3, 0), *pb = padded(q, b, 3, 0);
    float *ga = padded(q, a, 3, 1), *gb = padded(q, b, 3, 1);
    float *plain = variance(q, ga, gb), *var = padded(q, plain, 1, 0);
    smooth(q, pa, gb, var, out, k, radius);
    smooth(q, pb, ga, var, out, k, radius);
    FILE *f = fopen(argv[5], "wb");
    if (!f || fwrite(out, sizeof *out, n, f) != n || fclose(f)) { fprintf(stderr, "nlm: cannot write %s\n", argv[5]); return 1; }
    return 0;
}

#ifndef MARTLET_BYTE_MASKS_H
#define MARTLET_BYTE_MASKS_H

#include <stdint.h>

// Processor features that Swift cannot express: masks of sixteen bytes at once, and prefetching.

typedef uint8_t martlet_bytes __attribute__((ext_vector_type(16)));

/// The highest bit of each byte, that of the first byte lowest. For all little-endian processors.
static inline __attribute__((always_inline)) uint32_t martlet_high_bits_portable(martlet_bytes bytes) {
  typedef uint64_t words __attribute__((ext_vector_type(2)));
  words both = (words)bytes & 0x8080808080808080u;
  // Byte n is shifted to bit n of the product's highest byte.
  uint64_t low = ((both.x >> 7) * 0x0102040810204080u) >> 56;
  uint64_t high = ((both.y >> 7) * 0x0102040810204080u) >> 56;
  return (uint32_t)(low | high << 8);
}

/// The highest bit of each byte, that of the first byte lowest.
static inline __attribute__((always_inline)) uint32_t martlet_high_bits(martlet_bytes bytes) {
#if defined(__SSE2__)
  typedef char signed_bytes __attribute__((__vector_size__(16)));
  return (uint32_t)__builtin_ia32_pmovmskb128((signed_bytes)bytes);
#else
  return martlet_high_bits_portable(bytes);
#endif
}

/// Prefetches the cache line of an address for writing. Nothing is read, so any address is allowed.
static inline __attribute__((always_inline)) void martlet_prefetch(const void *address) {
  __builtin_prefetch(address, 1);
}

#endif

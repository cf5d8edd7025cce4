#ifndef C_LAYOUTS_H
#define C_LAYOUTS_H

#include <stdint.h>

/// C types whose bytes Swift's fields do not explain completely.

union CUnion {
  int32_t number;
  float real;
};

/// An enum that Swift imports as an enum, as those of SDKs.
enum __attribute__((enum_extensibility(open))) CPhase {
  CPhaseIdle = 0,
  CPhaseBusy = 5,
};

/// A union next to a field, as in SDKs.
struct CTagged {
  int32_t tag;
  union {
    int32_t number;
    float real;
  };
};

struct CBits {
  uint32_t low : 3;
  uint32_t high : 5;
};

/// Bits where a Swift struct would have padding after its last field.
struct CTailBits {
  int64_t number;
  int8_t letter;
  uint8_t bits : 3;
};

/// Bits where a Swift struct would have padding between two fields.
struct CGapBits {
  int8_t letter;
  uint8_t bits : 3;
  int64_t number;
};

/// A member of a type that Swift does not know, set by `c_set_unknown`.
struct CUnknown {
  int64_t number;
  _Complex float unknown;
};

struct CPacked {
  int8_t letter;
  int64_t number;
} __attribute__((packed));

/// Fields and padding, and nothing else.
struct CPlain {
  int64_t number;
  int8_t letter;
};

enum CChoice { CChoiceFirst, CChoiceSecond };

void c_set_unknown(struct CUnknown *value, float real);
float c_unknown(struct CUnknown value);

#endif

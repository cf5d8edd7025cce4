#include "CLayouts.h"

void c_set_unknown(struct CUnknown *value, float real) { value->unknown = real; }

float c_unknown(struct CUnknown value) { return (float)value.unknown; }

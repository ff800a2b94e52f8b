#pragma once

#include <ostream>

#include "core/model/workload.hpp"
#include "core/types/types.hpp"

namespace heteroscope {

// How GoogleTest shows these, also in the names of tests; it finds them beside the types.

inline void PrintTo(Processor processor, std::ostream* out) {
  *out << id_of(processor);
}
inline void PrintTo(Precision precision, std::ostream* out) {
  *out << id_of(precision);
}
inline void PrintTo(MemoryKind kind, std::ostream* out) {
  *out << id_of(kind);
}
inline void PrintTo(const Workload* workload, std::ostream* out) {
  *out << workload->id;
}

}  // namespace heteroscope

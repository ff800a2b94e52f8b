#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/model/settings/settings.hpp"
#include "core/model/workload.hpp"

namespace heteroscope {

/// Parameters, a source and a size, and how much is tried with them.
struct CaseBase {
  Values values;
  Source source;
  Size size;
  std::int64_t steps = 0;
  bool whole = false;                       ///< the whole product of knobs, and every route
  bool stands_in = false;                   ///< so for a variant that cannot compute what is tried whole
  bool own = false;                         ///< for a person's own file, and no variant of the program
  const VerifyCase* verify_case = nullptr;  ///< what it is made for, if it limits variants and blocks
};

/// Defaults, scenes and crossed verify cases at every odd size, each switch both ways; the defaults at the aligned
/// sizes and, for a person's own files, at the large one and the far ones; the other verify cases. With sizes that are
/// asked for the first of these at them; a parameter that sets the size of the result has the value for them, if there
/// is one.
std::vector<CaseBase> case_bases(const Workload& workload, std::span<const Size> asked);

/// Whether a parameter gives the result another size than this.
bool has_other_size(const Workload& workload, const Values& values, Size size);

}  // namespace heteroscope

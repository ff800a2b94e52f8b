#pragma once

#include <cstddef>
#include <string>

namespace heteroscope {

/// The facts that are known of this computer's processor.
struct CpuFacts {
  std::string name;              ///< as the system calls it; "unknown processor" where it does not say
  int threads = 1;               ///< that this process may run at once
  int mhz = 0;                   ///< the highest clock that the system allows, else the present one; 0: it says neither
  std::string vector_target;     ///< instruction set that vector code is dispatched to: "AVX2", "AVX-512"
  std::size_t memory_bytes = 0;  ///< physical
};

/// Asked once.
const CpuFacts& cpu_facts();

}  // namespace heteroscope

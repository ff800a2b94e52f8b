#pragma once

#include <string>
#include <string_view>

namespace heteroscope {

/// The compilers, options and libraries with which this program was built, as the build system recorded them.
struct BuildFacts {
  std::string_view version;        ///< of the release, "0.2.0"
  std::string_view commit;         ///< of the sources, 40 digits, perhaps with "and changes"; "unknown" without git
  std::string_view compiler;       ///< of the CPU's code, "GNU 12.2.0"
  std::string_view flags;          ///< with which that was compiled
  std::string_view toolkit;        ///< CUDA's, "13.0.88"; empty: without the CUDA part
  std::string_view architectures;  ///< of GPUs, as CMAKE_CUDA_ARCHITECTURES names them, commas between them
};

const BuildFacts& build_facts();

/// The version, and a line for each of the others: what --version prints.
std::string build_text(const BuildFacts& facts);

}  // namespace heteroscope

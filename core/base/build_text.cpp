#include <fmt/format.h>

#include "core/base/build_facts.hpp"

namespace heteroscope {

std::string build_text(const BuildFacts& facts) {
  const std::string cuda = facts.toolkit.empty()
                               ? std::string("without")
                               : fmt::format("toolkit {}, architectures {}", facts.toolkit, facts.architectures);
  return fmt::format("{}\ncommit: {}\ncompiler: {}\nflags: {}\nCUDA: {}", facts.version, facts.commit, facts.compiler,
                     facts.flags, cuda);
}

}  // namespace heteroscope

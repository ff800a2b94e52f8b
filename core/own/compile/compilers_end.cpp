#include "core/own/compile/compilers_end.hpp"

#include <atomic>

namespace heteroscope {
namespace {

std::atomic<int> living{0};

}  // namespace

CompilersEnd::CompilersEnd() {
  ++living;
}
CompilersEnd::~CompilersEnd() {
  --living;
}

bool CompilersEnd::is_wanted() {
  return living > 0;
}

}  // namespace heteroscope

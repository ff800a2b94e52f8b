#pragma once

#include <string_view>
#include <vector>

#include "core/model/access_pattern.hpp"

namespace heteroscope {

/// An array that a kernel from a person's file reaches by its arguments.
struct OwnArray {
  std::string_view name;          ///< as the file has it: "in"
  std::vector<AccessArray> made;  ///< what it is made of: a sum of planes is several, which one access reads in turn
};

/// A launch of such a kernel, for which the file declares addresses.
struct OwnAddressedLaunch {
  Size cells;  ///< as OwnLaunch::cells
  std::vector<OwnArray> arrays;
  std::vector<std::int64_t> numbers;  ///< values of OwnAddresses::numbers
};

/// What a file's declarations of addresses may name, of a stage whose arrays are known without its values. All
/// launches have all names.
struct OwnAddresses {
  std::vector<std::string_view> arrays;   ///< the last is what the kernel writes
  std::vector<std::string_view> numbers;  ///< beside those of every launch
  /// The launches of a whole result on one GPU, in their order. The last one writes the result.
  std::vector<OwnAddressedLaunch> (*launches)(const AccessProblem& problem) = nullptr;
};

/// The one launch of a stage that makes an image of another one.
inline OwnAddressedLaunch launch_over_image(const AccessProblem& p) {
  const auto bytes = static_cast<int>(bytes_of(p.precision));
  return {.cells = p.input,
          .arrays = {{"in", {{"input", false, bytes, p.input}}}, {"out", {{"result", false, bytes, p.output.size}}}},
          .numbers = {}};
}

}  // namespace heteroscope

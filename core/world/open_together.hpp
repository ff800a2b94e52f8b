#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "core/world/communicator.hpp"

namespace heteroscope {

/// Two ranks open something between them, which both have afterwards or neither has: `invite()` gives what the other is
/// to know, `accept(theirs)` takes what it has told. Each may throw BadInput or DeviceError where that is not possible.
/// Both ranks call this. Returns why it was not possible, here or there; empty where it was.
std::string open_together(Communicator& communicator, int other, const std::function<std::vector<std::byte>()>& invite,
                          const std::function<void(std::span<const std::byte>)>& accept);

}  // namespace heteroscope

#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

#include "core/types/basic_types.hpp"

namespace heteroscope {

/// Bytes that a new file may have on the disk where one of that name lies, or would lie (a link's is its target's, if
/// that is there); none where nobody knows. What is there does not count: it stays until the new one is whole.
std::optional<double> disk_room(const std::filesystem::path& path);

/// Throws BadInput: a result of that size takes more bytes than the disk has room for. `needs` is the verb before the
/// bytes: "needs at least", "needs about", "and its checkpoints need".
[[noreturn]] void refuse_for_room(const std::filesystem::path& out, Size size, std::string_view needs, double bytes,
                                  double room);

}  // namespace heteroscope

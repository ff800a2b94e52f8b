#include "app/files/disk_room.hpp"

#include <fmt/format.h>

#include <system_error>

#include "app/text/format.hpp"
#include "core/base/error.hpp"

namespace heteroscope {

std::optional<double> disk_room(const std::filesystem::path& path) {
  std::error_code unknown;
  std::filesystem::path folder = std::filesystem::canonical(path, unknown).parent_path();
  if (unknown) folder = path.parent_path();
  if (folder.empty()) folder = ".";
  const auto space = std::filesystem::space(folder, unknown);
  if (unknown || space.capacity == 0) return std::nullopt;  // some file systems do not count
  return static_cast<double>(space.available);
}

void refuse_for_room(const std::filesystem::path& out, Size size, std::string_view needs, double bytes, double room) {
  throw BadInput(fmt::format("--out {}: {}x{} {} {}; the disk has room for {}", out.string(), size.width, size.height,
                             needs, format_si(bytes, "B"), format_si(room, "B")));
}

}  // namespace heteroscope

#include "app/files/own_folder.hpp"

#include <fmt/format.h>

#include <system_error>

#include "core/base/error.hpp"
#include "core/io/base_folder.hpp"
#include "core/io/file.hpp"
#include "core/io/file_lock.hpp"

namespace heteroscope {

std::filesystem::path own_file(std::string_view name) {
  const std::filesystem::path folder = config_folder();
  return folder.empty() ? folder : folder / name;
}

void write_own_file(const std::filesystem::path& path, const std::function<std::string()>& make) {
  std::error_code failed;
  std::filesystem::create_directories(path.parent_path(), failed);
  if (failed) throw BadInput(fmt::format("cannot write {}: {}", path.string(), failed.message()));
  const Descriptor lock = lock_of(path.string() + ".lock", path);
  write_file(path, make());
}

std::string set_aside(const std::filesystem::path& path) {
  std::filesystem::path aside = path;
  aside += ".damaged";
  std::error_code failed;
  std::filesystem::rename(path, aside, failed);
  return failed ? std::string() : "; kept as " + aside.string();
}

}  // namespace heteroscope

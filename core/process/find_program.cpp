#include "core/process/find_program.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <system_error>
#include <vector>

namespace heteroscope {
namespace {

namespace fs = std::filesystem;

bool can_be_executed(const fs::path& file) {
  std::error_code none;
  return fs::is_regular_file(file, none) && ::access(file.c_str(), X_OK) == 0;
}

/// The toolkits in their usual place, the newest first: "/usr/local/cuda-12.10" comes ahead of "/usr/local/cuda-12.9".
std::vector<fs::path> toolkits() {
  std::vector<fs::path> out;
  std::error_code failed;
  for (fs::directory_iterator each("/usr/local", failed), end; !failed && each != end; each.increment(failed)) {
    if (each->path().filename().string().starts_with("cuda")) out.push_back(each->path());
  }
  std::ranges::sort(out, [](const fs::path& a, const fs::path& b) { return strverscmp(a.c_str(), b.c_str()) > 0; });
  return out;
}

}  // namespace

fs::path find_program(std::string_view name) {
  if (name.find('/') != name.npos) return can_be_executed(name) ? fs::path(name) : fs::path();
  const char* const all = std::getenv("PATH");
  std::string_view rest = all == nullptr ? "/usr/bin:/bin" : all;
  for (;;) {
    const std::size_t end = std::min(rest.find(':'), rest.size());
    const fs::path file = fs::path(rest.substr(0, end)) / name;
    if (can_be_executed(file)) return file;
    if (end == rest.size()) return {};
    rest.remove_prefix(end + 1);
  }
}

fs::path find_cuda_tool(std::string_view name) {
  if (fs::path found = find_program(name); !found.empty()) return found;
  std::vector<fs::path> places = toolkits();
  if (const char* const home = std::getenv("CUDA_HOME")) places.insert(places.begin(), home);
  for (const fs::path& each : places) {
    if (fs::path file = each / "bin" / name; can_be_executed(file)) return file;
  }
  return {};
}

}  // namespace heteroscope

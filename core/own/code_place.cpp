#include "core/own/code_place.hpp"

#include <execinfo.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <deque>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <sstream>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/failure.hpp"
#include "core/io/private_folder.hpp"
#include "core/own/compile/tool.hpp"
#include "core/process/find_program.hpp"

namespace heteroscope {
namespace {

/// The objects that have been loaded, which stay so.
struct OwnObjects {
  std::mutex mutex;
  std::deque<OwnObject> all;

  const OwnObject* find(std::string_view path) {
    const std::lock_guard lock(mutex);
    for (const OwnObject& each : all) {
      if (each.path == path) return &each;
    }
    return nullptr;
  }
};

OwnObjects& objects() {
  static OwnObjects out;
  return out;
}

/// The instructions of one object that calls are at, the innermost first, as offsets in its file.
struct OwnCalls {
  const OwnObject* object = nullptr;
  std::vector<std::uintptr_t> offsets;
};

/// Memory with a part of an object, which begins at `base`.
struct MappedPart {
  std::uintptr_t begin = 0, end = 0, base = 0;
  const OwnObject* object = nullptr;
};

/// Source of the file's form: proc(5), /proc/PID/maps. The loader, which knows that as well, may be what has failed: it
/// holds its locks while constructors of globals run.
std::vector<MappedPart> mapped_parts() {
  constexpr std::string_view without_file = " (deleted)";
  std::vector<MappedPart> out;
  std::ifstream maps("/proc/self/maps");
  std::string object;  // of the lines before
  std::uintptr_t base = 0;
  for (std::string line; std::getline(maps, line);) {
    std::istringstream fields(line);
    std::uintptr_t begin = 0;
    std::uintptr_t end = 0;
    std::uintptr_t offset = 0;
    char dash = 0;
    std::string permissions, device, inode, path;
    if (!(fields >> std::hex >> begin >> dash >> end >> permissions >> offset >> device >> inode >> std::ws)) continue;
    std::getline(fields, path);
    if (path.ends_with(without_file)) path.resize(path.size() - without_file.size());
    if (std::exchange(object, path) != path) base = begin;
    if (const OwnObject* const found = objects().find(path)) out.push_back({begin, end, base, found});
  }
  return out;
}

OwnCalls in_own_object(std::span<const std::uintptr_t> calls) {
  const std::vector<MappedPart> parts = mapped_parts();
  OwnCalls out;
  for (const std::uintptr_t each : calls) {
    const auto part =
        std::ranges::find_if(parts, [&](const MappedPart& in) { return in.begin <= each && each < in.end; });
    if (part == parts.end() || (out.object != nullptr && out.object != part->object)) continue;
    out.object = part->object;
    out.offsets.push_back(each - part->base);
  }
  return out;
}

/// The first line of the unit in addr2line's words, which have a place a line: "/home/me/my.cpp:12 (discriminator 1)".
/// 0: there is none.
int line_in(std::string_view said, const std::string& unit) {
  const std::string begin = unit + ':';
  while (!said.empty()) {
    const std::string_view line = said.substr(0, said.find('\n'));
    said.remove_prefix(std::min(line.size() + 1, said.size()));
    if (!line.starts_with(begin)) continue;
    const std::string_view number = line.substr(begin.size());
    int out = 0;
    std::from_chars(number.data(), number.data() + number.size(), out);
    if (out > 0) return out;
  }
  return 0;
}

int line_of_calls(const OwnCalls& calls) {
  const std::filesystem::path program = find_program("addr2line");
  if (program.empty()) return 0;
  const PrivateFolder folder;
  const std::filesystem::path file = folder.path() / "code.so";
  write_scratch_file(file, calls.object->code);
  std::vector<std::string> words{program.string(), "--inlines", "--exe=" + file.string()};
  for (const std::uintptr_t each : calls.offsets) words.push_back(fmt::format("{:#x}", each));
  return line_in(run_tool(folder.path(), std::move(words), {.processor_s = 2, .whole_s = 4}).said, calls.object->unit);
}

}  // namespace

void note_own_object(OwnObject object) {
  const std::lock_guard lock(objects().mutex);
  objects().all.push_back(std::move(object));
}

std::size_t calls_of_this_thread(std::span<std::uintptr_t> out) noexcept {
  std::array<void*, most_calls> all{};
  const int count = backtrace(all.data(), static_cast<int>(std::min(out.size(), all.size())));
  // behind a call's instruction stands what follows on it, which may be another line's
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i)
    out[i] = reinterpret_cast<std::uintptr_t>(all[i]) - 1;
  return static_cast<std::size_t>(count);
}

std::string place_in_own_file(std::span<const std::uintptr_t> calls) noexcept {
  std::string out;
  // what is learned before something fails is said
  static_cast<void>(attempt([&] {
    const OwnCalls own = in_own_object(calls);
    if (own.object == nullptr) return;
    out = std::filesystem::path(own.object->unit).filename().string();
    if (const int line = line_of_calls(own); line > 0) out += fmt::format(":{}", line);
  }));
  return out;
}

std::string place_in_own_file() noexcept {
  std::array<std::uintptr_t, most_calls> calls{};
  return place_in_own_file(std::span(calls).first(calls_of_this_thread(calls)));
}

}  // namespace heteroscope

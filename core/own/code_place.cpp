#include "core/own/code_place.hpp"

#include <dlfcn.h>
#include <execinfo.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <mutex>
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

/// The calls of a thread that are in one object, the innermost first, as offsets in its file.
struct OwnCalls {
  const OwnObject* object = nullptr;
  std::vector<std::uintptr_t> offsets;
};

OwnCalls calls_of_this_thread() {
  constexpr int most = 128;
  std::array<void*, most> all{};
  const int count = backtrace(all.data(), most);
  OwnCalls out;
  for (int i = 0; i < count; ++i) {
    // behind a call's instruction stands what follows on it, which may be another line's
    const auto at = reinterpret_cast<std::uintptr_t>(all[static_cast<std::size_t>(i)]) - 1;
    Dl_info in{};
    if (dladdr(reinterpret_cast<const void*>(at), &in) == 0 || in.dli_fname == nullptr) continue;
    const OwnObject* const object = objects().find(in.dli_fname);
    if (object == nullptr || (out.object != nullptr && out.object != object)) continue;
    out.object = object;
    out.offsets.push_back(at - reinterpret_cast<std::uintptr_t>(in.dli_fbase));
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

std::string place_in_own_file() noexcept {
  std::string out;
  // what is learned before something fails is said
  static_cast<void>(attempt([&] {
    const OwnCalls calls = calls_of_this_thread();
    if (calls.object == nullptr) return;
    out = std::filesystem::path(calls.object->unit).filename().string();
    if (const int line = line_of_calls(calls); line > 0) out += fmt::format(":{}", line);
  }));
  return out;
}

}  // namespace heteroscope

#include "app/window/feature/desktop.hpp"

#include <fmt/format.h>
#include <sys/wait.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <system_error>
#include <utility>

#include "core/process/process_start.hpp"

namespace heteroscope {
namespace {

constexpr const char* opener = "xdg-open";

/// Without a session's bus a client of D-Bus would start one of its own, on which no file manager is.
bool has_session_bus() {
  const char* const address = std::getenv("DBUS_SESSION_BUS_ADDRESS");
  if (address != nullptr && *address != '\0') return true;
  const char* const runtime = std::getenv("XDG_RUNTIME_DIR");
  std::error_code none;
  return runtime != nullptr && std::filesystem::exists(std::filesystem::path(runtime) / "bus", none);
}

/// "file:///home/somebody/a%20graph.svg".
std::string uri_of(const std::filesystem::path& file) {
  std::string out = "file://";
  for (const char each : file.string()) {
    const auto byte = static_cast<unsigned char>(each);
    const bool plain = byte < 0x80 && (std::isalnum(byte) != 0 || std::strchr("/-._~", each) != nullptr);
    out += plain ? std::string(1, each) : fmt::format("%{:02X}", byte);
  }
  return out;
}

/// The commands that ask a file manager to select the file, either of which does; they end with an error where none
/// answers.
std::vector<std::vector<std::string>> asking(const std::filesystem::path& file) {
  const std::string uri = uri_of(file);
  return {
      {"dbus-send", "--session", "--print-reply", "--reply-timeout=5000", "--dest=org.freedesktop.FileManager1",
       "/org/freedesktop/FileManager1", "org.freedesktop.FileManager1.ShowItems", "array:string:" + uri, "string:"},
      {"gdbus", "call", "--session", "--timeout", "5", "--dest", "org.freedesktop.FileManager1", "--object-path",
       "/org/freedesktop/FileManager1", "--method", "org.freedesktop.FileManager1.ShowItems", "['" + uri + "']", ""}};
}

}  // namespace

std::string Desktop::open(const std::filesystem::path& file) {
  Started next{.process = -1, .file = file};
  const int failed = ProcessStart(ProcessStart::Apart::session).run(next.process, {opener, file.string()});
  if (failed == ENOENT) return fmt::format("it cannot be opened: {} is not installed", opener);
  if (failed != 0) return fmt::format("{} could not be started: {}", opener, std::strerror(failed));
  started_.push_back(std::move(next));
  return {};
}

std::string Desktop::show(const std::filesystem::path& file) {
  if (has_session_bus()) {
    for (const std::vector<std::string>& command : asking(file)) {
      Started next{.process = -1, .file = file, .selects = true};
      if (ProcessStart(ProcessStart::Apart::session).run(next.process, command) != 0) continue;
      started_.push_back(std::move(next));
      return {};
    }
  }
  return open(file.parent_path());
}

bool Desktop::waits() const {
  return std::ranges::any_of(started_, &Started::selects);
}

void Desktop::update(Ui& ui) {
  for (const std::filesystem::path& each : failed())
    ui.fail(fmt::format("the desktop could not open {}", each.string()));
}

/// Returns the files that it has ended without opening, and forgets them; where no file manager shows a file, its
/// folder is opened instead.
std::vector<std::filesystem::path> Desktop::failed() {
  std::vector<std::filesystem::path> out;
  std::vector<std::filesystem::path> folders;
  std::erase_if(started_, [&](const Started& each) {
    int status = 0;
    if (waitpid(each.process, &status, WNOHANG) == 0) return false;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return true;
    if (each.selects) {
      folders.push_back(each.file.parent_path());
    } else {
      out.push_back(each.file);
    }
    return true;
  });
  for (const std::filesystem::path& each : folders) {
    if (!open(each).empty()) out.push_back(each);
  }
  return out;
}

}  // namespace heteroscope

#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "core/base/worker.hpp"
#include "core/io/descriptor.hpp"

namespace heteroscope {

/// A change of a watched file.
struct FileChange {
  std::filesystem::path path;
  std::optional<std::string> text;  ///< its new content; none: it is gone, or cannot be read
  std::string why;                  ///< why there is none, in one line
};

/// Tells when the content of files has changed, however an editor saves them: written in place, or as a new file that
/// takes the name of the old one (vim, emacs, VS Code). The folders of the files are watched, not the files, and a
/// change is read once nothing has happened to the file for a while. A file that goes and one that comes back are told
/// as well. File systems whose changes other computers make (NFS) tell nothing of these.
class FileWatch {
 public:
  /// Called on the watch's own thread, one change at a time. A content is never told twice in a row.
  using Tell = std::function<void(const FileChange&)>;
  static constexpr std::chrono::milliseconds usual_patience{50};

  /// `patience`: how long nothing may happen to a file before it is read. `limit`: the most bytes that it may have.
  FileWatch(Tell tell, std::size_t limit, std::chrono::milliseconds patience = usual_patience);
  ~FileWatch();
  FileWatch(const FileWatch&) = delete;
  FileWatch& operator=(const FileWatch&) = delete;

  /// Watches a file from now on, whose content is known to be that text: if it is another one by now, that is told.
  /// `path`: absolute. Throws BadInput where the folder cannot be watched, or no thread can be started.
  void add(const std::filesystem::path& path, std::string known);

 private:
  using Clock = std::chrono::steady_clock;
  struct Watched {
    std::optional<std::string> known;      ///< the content that was told last; none: it is gone
    std::optional<Clock::time_point> due;  ///< when it is read, unless something happens to it before; none: it rests
    bool is_new = false;                   ///< it was made just now, and nobody has said yet that it is written
  };
  struct Folder {
    int number = -1;                       ///< of its watch; -1: it cannot be watched, because it is gone
    std::map<std::string, Watched> files;  ///< by name
  };

  void open();
  void begin();
  void wake() const;
  void run();
  [[nodiscard]] int turn_ms() const;
  void take_events();
  void take(int folder, unsigned mask, const std::string& name);
  void watch_again();
  [[nodiscard]] bool watch(const std::filesystem::path& path, Folder& folder) const;
  void touch(Watched& file, bool is_new) const;
  void touch_all(Folder& folder) const;
  void read_what_is_due();
  [[nodiscard]] std::optional<FileChange> look(const std::filesystem::path& path, Watched& file) const;

  Tell tell_;
  std::size_t limit_;
  std::chrono::milliseconds patience_;
  Descriptor events_;         ///< of inotify
  Descriptor wake_;           ///< an eventfd, which ends a wait
  mutable std::mutex mutex_;  ///< for what follows
  std::map<std::filesystem::path, Folder> folders_;
  bool ending_ = false;
  Worker worker_;
};

}  // namespace heteroscope

#pragma once

#include <sys/types.h>

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>

#include "core/io/descriptor.hpp"
#include "core/io/part_file.hpp"
#include "core/io/positioned_file.hpp"

namespace heteroscope {

/// Checks the name of a file that the program keeps beside another, which nobody has chosen. Throws BadInput, naming
/// the path, if it belongs to something that the program does not create: a link, whose target would be overwritten, a
/// file with several names, or no regular file.
void check_kept_file(const std::filesystem::path& path);

/// Takes the next bytes of a file.
using Append = std::function<void(std::span<const std::byte>)>;
/// Makes a file's contents piece by piece: what is large need not be held twice.
using Make = std::function<void(const Append&)>;

/// A file that is written whole and on the disk, but not yet in its place: it has no name there, or a hidden one where
/// the file system knows no nameless files. It is gone with the object unless it was put into its place.
class NewFile {
 public:
  /// What happens to a file that exists already. With `own` it is replaced, but what check_kept_file() rejects is
  /// rejected.
  enum class Earlier { replaced, kept, own };

  /// Writes what is to be at `path`. Throws BadInput with the path and the system's reason; where an earlier file is to
  /// be replaced also if that is no regular file or must not be written.
  NewFile(const std::filesystem::path& path, Earlier earlier, const Make& make);
  /// The same for a file whose bytes are not written in order.
  NewFile(const std::filesystem::path& path, Earlier earlier, const MakeAnywhere& make);
  ~NewFile();
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  /// Takes the place of what is at the path, at once. Throws BadInput.
  void put();
  /// Puts the file in its place, but so that this can be undone until done().
  void put_for_now();
  void undo() noexcept;
  void done() noexcept;
  /// Takes the name, in the folder of the path, if nothing has it; false if something does. Throws BadInput.
  bool put_new(const std::filesystem::path& path);

  /// For tests of file systems without nameless files: false makes all of them hidden ones.
  static void allow_nameless(bool allowed);

 private:
  void look_at_earlier();
  void look_at_own();
  void begin(Earlier earlier);
  void end();
  void open();
  void open_hidden();
  void give_hidden_name();

  std::filesystem::path path_;    ///< as it was given, for messages
  std::filesystem::path target_;  ///< the file that it names, links followed
  bool replaces_ = false;
  mode_t permissions_ = 0;  ///< of the file that it replaces
  Descriptor file_;
  std::unique_ptr<PartFile> hidden_;   ///< null as long as it has no name
  std::unique_ptr<PartFile> earlier_;  ///< keeps what was there
  bool put_for_now_ = false;
};

}  // namespace heteroscope

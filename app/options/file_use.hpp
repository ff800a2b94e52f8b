#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/io/file_set.hpp"
#include "core/model/settings/settings.hpp"

namespace heteroscope {

/// Which files a command reads and which it writes, so that it never writes over what it reads, nor over itself.
class FileUse {
 public:
  /// `what` is the option or argument that names the file.
  void reads(const std::string& what, const std::filesystem::path& path);
  /// The image file that the settings start from, if they do.
  void reads_source(const Settings& settings);
  void writes(const std::string& what, const std::filesystem::path& path);
  /// "-" is standard output; nothing where the option was not given.
  void writes(const std::string& what, const std::optional<std::string>& path);

  /// Throws BadInput if a file could not be written (a missing folder, a folder or a device in its place, no
  /// permission), if it is read, too, or if two outputs are one file, under whatever names. Called before anything is
  /// computed; nothing is created.
  void check() const;

 private:
  struct Named {
    std::string what;
    std::filesystem::path path;
  };
  std::vector<Named> inputs_;
  std::vector<Named> outputs_;
};

/// Texts for files and for standard output ("-") that belong together: what goes to files is put into place once all of
/// it is written and standard output has taken the rest.
class Reports {
 public:
  /// Throws BadInput.
  void add(const std::string& path, const std::string& text);
  /// Throws BadInput; no file has changed then.
  void put();

 private:
  FileSet files_;
  std::string out_;
};

}  // namespace heteroscope

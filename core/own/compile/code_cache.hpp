#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace heteroscope {

/// Compiled code that is kept on the disk from one start to the next: a folder for each key, with some files and a list
/// of their SHA-256, in the form of the command sha256sum. A folder is made beside its place and then renamed, so that
/// several instances can use one cache, and one that is killed leaves nothing that counts. Nothing here fails: where
/// nothing can be read or written, nothing is found, and nothing is kept.
class CodeCache {
 public:
  using Files = std::map<std::string, std::string>;  ///< names and contents
  static constexpr std::uint64_t usual_limit = std::uint64_t{256} << 20;

  /// An empty folder: nothing is kept. `limit`: bytes of all files together; the least recently used ones go.
  explicit CodeCache(std::filesystem::path folder, std::uint64_t limit = usual_limit);
  /// In the folder of what can be made again.
  static CodeCache usual();
  /// Returns that folder; empty where there is none.
  static std::filesystem::path usual_folder();

  /// Returns the kept files; none where one is missing, cut off or damaged. `key`: hexadecimal digits.
  [[nodiscard]] std::optional<Files> find(std::string_view key) const;
  void keep(std::string_view key, const Files& files) const;

 private:
  void evict() const;

  std::filesystem::path folder_;
  std::uint64_t limit_;
};

}  // namespace heteroscope

#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace heteroscope {

/// The files that a worker elsewhere has for the requests of one conversation, by names that follow from their content.
/// It keeps `most_kept_bytes` at most: those that were used longest ago go first.
class FilesThere {
 public:
  /// Bytes of the files of one request at most: a worker writes no larger file (core/serving/confinement.hpp).
  static constexpr std::uint64_t most_bytes = std::uint64_t{1} << 30;
  /// The present request's and those of the one that is asked for beside it.
  static constexpr std::uint64_t most_kept_bytes = 2 * most_bytes;
  static constexpr std::size_t most_kept = 4096;

  /// Returns whether the worker has it, which is used now.
  bool use(const std::string& content);
  /// Takes files out until there is room for one more of so many bytes. Returns them.
  std::vector<std::string> make_room(std::uint64_t bytes);
  /// The worker has it now.
  void add(const std::string& content, std::uint64_t bytes);
  /// The worker will not have it any more.
  void remove(const std::string& content);

 private:
  struct Known {
    std::string content;
    std::uint64_t bytes = 0;
  };
  std::vector<Known> known_;  ///< the one that was used last comes last
  std::uint64_t bytes_ = 0;   ///< of all
};

}  // namespace heteroscope

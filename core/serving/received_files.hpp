#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "core/base/failure.hpp"
#include "core/io/descriptor.hpp"
#include "core/io/private_folder.hpp"
#include "core/io/sha256.hpp"
#include "core/link/wire.hpp"
#include "core/worker/file_part.hpp"

namespace heteroscope {

/// The files that have come from another machine for the requests that follow, by their content. The names of files
/// there mean nothing here: a file of this machine is never read for them. One thread takes messages; another finds.
class ReceivedFiles {
 public:
  /// Takes the message of a part, which follows on the one before or begins a file, also one that has begun already.
  /// Throws BadInput for what no asking process sends. Why a part cannot be written (the disk is full) is told by
  /// find().
  void take(WireReader& wire);
  /// Takes the message of a file that is not wanted any more.
  void drop(WireReader& wire);
  /// Removes all of them, ahead of the end of the process.
  void clear();
  /// Returns where a file lies whose bytes have the SHA-256 that its name says. Throws BadInput where it has not come
  /// whole or could not be written, and where it has other bytes.
  [[nodiscard]] std::filesystem::path find(const std::string& content) const;

 private:
  /// The file of which parts come.
  struct Arriving {
    std::string content;
    std::uint64_t bytes = 0;  ///< that have come
    Descriptor file;
    Sha256 digest;
    Failure failure;  ///< why it is of no use
  };
  void begin(const std::string& content);
  void write(const std::string& bytes);
  void end();
  [[nodiscard]] std::filesystem::path path_of(const std::string& content) const;
  void forget(const std::string& content);

  mutable std::mutex mutex_;
  std::optional<PrivateFolder> folder_;
  std::optional<Arriving> arriving_;
  struct Kept {
    std::uint64_t bytes = 0;
    Failure failure;
  };
  std::map<std::string, Kept> kept_;
  std::uint64_t bytes_ = 0;  ///< of those that are kept
};

}  // namespace heteroscope

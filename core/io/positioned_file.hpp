#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <stop_token>
#include <utility>

namespace heteroscope {

/// An open file whose bytes are written and read anywhere in it. Every member throws BadInput with the path and the
/// system's reason; reading and writing at the same time is the caller's to order.
class PositionedFile {
 public:
  /// `path` is for messages.
  explicit PositionedFile(std::filesystem::path path) : path_(std::move(path)) {}
  /// Sets the descriptor, which remains the caller's. It must be called first.
  void use(int descriptor) { descriptor_ = descriptor; }

  /// From now on write() throws GivenUp once this is requested.
  void give_up_when(std::stop_token asked) { asked_ = std::move(asked); }

  void write(std::uint64_t at, std::span<const std::byte> bytes);
  /// All of them must be there.
  void read(std::uint64_t at, std::span<std::byte> bytes) const;
  /// Ends it there.
  void cut(std::uint64_t bytes);
  [[nodiscard]] std::uint64_t bytes() const;
  /// Returns once all is on the disk.
  void sync();

 private:
  [[noreturn]] void fail(const char* what, int code) const;

  int descriptor_ = -1;
  std::stop_token asked_;
  std::filesystem::path path_;
};

/// Makes a file's contents in any order.
using MakeAnywhere = std::function<void(PositionedFile&)>;

}  // namespace heteroscope

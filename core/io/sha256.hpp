#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace heteroscope {

/// SHA-256 of bytes that come one part after the other.
class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(Sha256&& other) noexcept;
  Sha256& operator=(Sha256&& other) noexcept;

  void add(std::string_view bytes);
  /// Returns it as 64 hexadecimal digits, once.
  std::string hexadecimal();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// SHA-256 of the bytes, as 64 hexadecimal digits.
std::string sha256(std::string_view bytes);
/// SHA-256 of several parts, each with its length, so that no two lists have the same bytes.
std::string sha256_of_parts(const std::vector<std::string_view>& parts);

}  // namespace heteroscope

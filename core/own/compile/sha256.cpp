#include "core/own/compile/sha256.hpp"

#include <sys/types.h>
// sha2.h of libmd wants the types above
#include <sha2.h>

#include <array>

namespace heteroscope {
namespace {

/// libmd's, the library that Debian's dpkg uses.
class Digest {
 public:
  Digest() { SHA256Init(&state_); }
  void add(std::string_view bytes) {
    SHA256Update(&state_, reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
  }
  std::string hexadecimal() {
    std::array<char, SHA256_DIGEST_STRING_LENGTH> out{};
    SHA256End(&state_, out.data());
    return out.data();
  }

 private:
  SHA2_CTX state_{};
};

}  // namespace

std::string sha256(std::string_view bytes) {
  Digest digest;
  digest.add(bytes);
  return digest.hexadecimal();
}

std::string sha256_of_parts(const std::vector<std::string_view>& parts) {
  Digest digest;
  for (const std::string_view part : parts) {
    digest.add(std::to_string(part.size()));
    digest.add(":");
    digest.add(part);
  }
  return digest.hexadecimal();
}

}  // namespace heteroscope

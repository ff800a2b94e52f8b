#include "core/io/sha256.hpp"

#include <sys/types.h>
// sha2.h of libmd wants the types above
#include <sha2.h>

#include <array>

namespace heteroscope {

/// libmd's, the library that Debian's dpkg uses.
struct Sha256::State {
  SHA2_CTX context{};
};

Sha256::Sha256() : state_(std::make_unique<State>()) {
  SHA256Init(&state_->context);
}

Sha256::~Sha256() = default;
Sha256::Sha256(Sha256&& other) noexcept = default;
Sha256& Sha256::operator=(Sha256&& other) noexcept = default;

void Sha256::add(std::string_view bytes) {
  SHA256Update(&state_->context, reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
}

std::string Sha256::hexadecimal() {
  std::array<char, SHA256_DIGEST_STRING_LENGTH> out{};
  SHA256End(&state_->context, out.data());
  return out.data();
}

std::string sha256(std::string_view bytes) {
  Sha256 digest;
  digest.add(bytes);
  return digest.hexadecimal();
}

std::string sha256_of_parts(const std::vector<std::string_view>& parts) {
  Sha256 digest;
  for (const std::string_view part : parts) {
    digest.add(std::to_string(part.size()));
    digest.add(":");
    digest.add(part);
  }
  return digest.hexadecimal();
}

}  // namespace heteroscope

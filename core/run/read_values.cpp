#include "core/run/read_values.hpp"

#include <functional>
#include <string_view>

#include "core/base/error.hpp"

namespace heteroscope {
namespace {

std::size_t checksum_of(const Field& field) {
  if (field.empty()) return 0;
  std::vector<char> bytes(field.bytes());
  field.copy_out(bytes.data());
  return std::hash<std::string_view>{}({bytes.data(), bytes.size()});
}

}  // namespace

ReadValues::ReadValues(std::span<const ParticipantContext> participants)
    : participants_(participants), before_(checksums()) {}

void ReadValues::check() const {
  if (checksums() != before_) throw VariantFault("it wrote into its input, which it may only read");
}

std::vector<std::size_t> ReadValues::checksums() const {
  std::vector<std::size_t> out;
  for (const ParticipantContext& each : participants_) {
    out.push_back(checksum_of(each.input));
    out.push_back(checksum_of(each.table));
  }
  return out;
}

}  // namespace heteroscope

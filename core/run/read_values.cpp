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

FinishedValues::FinishedValues(const Frame& frame) : frame_(frame), before_(checksums()) {}

void FinishedValues::check() const {
  if (checksums() == before_) return;
  throw VariantFault(
      "its result still changed after its function had returned: what it computes must be there by then, so threads "
      "that compute it have to be waited for");
}

std::vector<std::size_t> FinishedValues::checksums() const {
  std::vector<std::size_t> out;
  if (frame_.field.on_host()) out.push_back(checksum_of(frame_.field));
  for (const Field& each : frame_.states) {
    if (each.on_host()) out.push_back(checksum_of(each));
  }
  return out;
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

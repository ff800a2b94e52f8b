#include "core/run/other_values.hpp"

#include <cstring>

#include "core/base/failure.hpp"
#include "core/model/parameter.hpp"

namespace heteroscope {
namespace {

/// Of IEEE 754's binary32 and binary64.
struct Bits {
  int mantissa;
  ValueBits exponents;  ///< all bits of the exponent, in their place
  ValueBits one;        ///< 1.0
};

Bits bits_of(Precision precision) {
  if (precision == Precision::fp64) return {52, 0x7ff0'0000'0000'0000, 0x3ff0'0000'0000'0000};
  return {23, 0x7f80'0000, 0x3f80'0000};
}

bool is_normal(ValueBits value, const Bits& of) {
  const ValueBits exponent = value & of.exponents;
  return exponent != 0 && exponent != of.exponents;
}

/// At least 1, and below 2^bits.
ValueBits some_of(int bits, std::minstd_rand& random = unforeseen()) {
  return std::uniform_int_distribution<ValueBits>(1, (ValueBits{1} << bits) - 1)(random);
}

/// The place of one of the field's values; of a triangle too.
std::size_t some_value(const FieldView& field, std::minstd_rand& random) {
  const int y = std::uniform_int_distribution(0, field.size.height - 1)(random);
  const int x = std::uniform_int_distribution(0, std::max(field.values(y), 1) - 1)(random);
  return static_cast<std::size_t>(y) * static_cast<std::size_t>(field.size.width) + static_cast<std::size_t>(x);
}

}  // namespace

std::minstd_rand& unforeseen() {
  thread_local std::minstd_rand random{std::random_device{}()};
  return random;
}

ValueBits number_beside(ValueBits value, Precision precision) {
  const Bits bits = bits_of(precision);
  constexpr int kept = 3;  // of the mantissa: it stays near
  const int changed = bits.mantissa - kept - 1;
  // the bits below the changed one make up for half of it at most: no right value that differs by its rounding is met
  return (is_normal(value, bits) ? value : bits.one) ^ (ValueBits{1} << changed | some_of(changed - 1));
}

ValueBits large_number(Precision precision) {
  const Bits bits = bits_of(precision);
  constexpr ValueBits doublings = 20;
  return (bits.one + (doublings << bits.mantissa)) ^ some_of(bits.mantissa);
}

namespace {

/// Returns the value less what its mantissa has below the bits that are kept, or a part of it.
ValueBits less_by(ValueBits value, Precision precision, ValueBits amount) {
  const Bits bits = bits_of(precision);
  if (!is_normal(value, bits)) return value;
  const ValueBits out = value - amount;
  return is_normal(out, bits) ? out : value;
}

}  // namespace

ValueBits slightly_less(ValueBits value, Precision precision, std::minstd_rand& random) {
  constexpr int kept = 15;
  if (precision == Precision::int32) return value;
  return less_by(value, precision, some_of(bits_of(precision).mantissa - kept, random));
}

ValueBits clearly_less(ValueBits value, Precision precision, std::minstd_rand& random) {
  constexpr int kept = 4;
  if (precision == Precision::int32) return value;
  const int below = bits_of(precision).mantissa - kept - 1;
  return less_by(value, precision, ValueBits{1} << below | some_of(below, random));
}

void copy_value(void* to, const void* from, std::size_t bytes, device::Direction direction,
                const device::Stream* stream) {
  if (stream == nullptr) {
    std::memcpy(to, from, bytes);
    return;
  }
  const device::Use use(stream->device());
  device::copy(to, from, bytes, direction, *stream);
  stream->synchronize();
}

OtherValues::OtherValues(const std::optional<std::uint32_t>& number)
    : random_(number ? *number : unforeseen()()), clearly_(number.has_value()) {}

/// Many values of a state are 0, say, which stay: where they are to be other ones, it is tried at more places.
int OtherValues::places() const {
  constexpr int few = 4;
  constexpr int many = 1000;
  return clearly_ ? many : few;
}

std::size_t OtherValues::place_in(const FieldView& field) {
  return some_value(field, random_);
}

ValueBits OtherValues::beside(ValueBits value, Precision precision) {
  return clearly_ ? clearly_less(value, precision, random_) : slightly_less(value, precision, random_);
}

void OtherValues::change(const FieldView& field) {
  if (field.size.area() == 0) return;
  const std::size_t bytes = bytes_of(field.precision);
  for (int i = 0; i < places(); ++i) {
    std::byte* const at = static_cast<std::byte*>(field.data) + place_in(field) * bytes;
    ValueBits value = 0;
    std::memcpy(&value, at, bytes);
    value = beside(value, field.precision);
    std::memcpy(at, &value, bytes);
  }
}

std::any OtherValues::aside(const Plan& plan) {
  const auto& view = plan.workload->navigation;
  if (!view || plan.workload->iterates() || plan.reads_source()) return plan.parameters;
  Values values = plan.settings.problem.parameters;
  const auto value_of = [&](std::string_view id) -> Value& {
    return values.try_emplace(std::string(id), plan.workload->find_parameter(id)->initial).first->second;
  };
  const double pixel = static_cast<double>(value_of(view->span)) / std::max(plan.output.size.width, 1);
  Value& center = value_of(view->center_x);
  if (!center.is_double()) return plan.parameters;  // no file computes what needs more digits
  const double aside = std::uniform_real_distribution(-0.5, 0.5)(random_) * pixel;
  center = clamped(*plan.workload->find_parameter(view->center_x), Value(center + aside));
  return plan.workload->bind(values);
}

OtherInputs::OtherInputs(const ParticipantContext& participant, OtherValues& others) : participant_(participant) {
  change(participant.input, others);
  change(participant.table, others);
}

OtherInputs::~OtherInputs() {
  // where the device is lost, the values are lost as well
  static_cast<void>(attempt([&] {
    for (auto each = changed_.rbegin(); each != changed_.rend(); ++each)
      copy_value(each->at, &each->before, each->bytes, device::Direction::to_device, stream());
  }));
}

void OtherInputs::change(const Field& field, OtherValues& others) {
  if (field.empty()) return;
  const FieldView view = participant_.gpu != nullptr ? field.device_view() : field.host_view();
  if (view.data == nullptr) return;
  const std::size_t bytes = bytes_of(view.precision);
  for (int i = 0; i < others.places(); ++i) {
    void* const at = static_cast<std::byte*>(view.data) + others.place_in(view) * bytes;
    ValueBits before = 0;
    copy_value(&before, at, bytes, device::Direction::to_host, stream());
    const ValueBits other = others.beside(before, view.precision);
    if (other == before) continue;
    changed_.push_back({at, before, bytes});
    copy_value(at, &other, bytes, device::Direction::to_device, stream());
  }
}

const device::Stream* OtherInputs::stream() const {
  return participant_.gpu == nullptr ? nullptr : &participant_.gpu->stream();
}

}  // namespace heteroscope

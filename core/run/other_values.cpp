#include "core/run/other_values.hpp"

#include <cstring>

#include "core/base/failure.hpp"
#include "core/model/parameter.hpp"

namespace heteroscope {
namespace {

constexpr int changed_places = 4;

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
ValueBits some_of(int bits) {
  return std::uniform_int_distribution<ValueBits>(1, (ValueBits{1} << bits) - 1)(unforeseen());
}

/// The place of one of the field's values; of a triangle too.
std::size_t some_value(const FieldView& field) {
  const int y = std::uniform_int_distribution(0, field.size.height - 1)(unforeseen());
  const int x = std::uniform_int_distribution(0, std::max(field.values(y), 1) - 1)(unforeseen());
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

ValueBits slightly_less(ValueBits value, Precision precision) {
  const Bits bits = bits_of(precision);
  constexpr int kept = 15;
  if (precision == Precision::int32 || !is_normal(value, bits)) return value;
  const ValueBits out = value - some_of(bits.mantissa - kept);
  return is_normal(out, bits) ? out : value;
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

void change_slightly(const FieldView& field) {
  if (field.size.area() == 0) return;
  const std::size_t bytes = bytes_of(field.precision);
  for (int i = 0; i < changed_places; ++i) {
    std::byte* const at = static_cast<std::byte*>(field.data) + some_value(field) * bytes;
    ValueBits value = 0;
    std::memcpy(&value, at, bytes);
    value = slightly_less(value, field.precision);
    std::memcpy(at, &value, bytes);
  }
}

std::any slightly_aside(const Plan& plan) {
  const auto& view = plan.workload->navigation;
  if (!view || plan.workload->iterates() || plan.reads_source()) return plan.parameters;
  Values values = plan.settings.problem.parameters;
  const auto value_of = [&](std::string_view id) -> Value& {
    return values.try_emplace(std::string(id), plan.workload->find_parameter(id)->initial).first->second;
  };
  const double pixel = static_cast<double>(value_of(view->span)) / std::max(plan.output.size.width, 1);
  Value& center = value_of(view->center_x);
  if (!center.is_double()) return plan.parameters;  // no file computes what needs more digits
  const double aside = std::uniform_real_distribution(-0.5, 0.5)(unforeseen()) * pixel;
  center = clamped(*plan.workload->find_parameter(view->center_x), Value(center + aside));
  return plan.workload->bind(values);
}

OtherInputs::OtherInputs(const ParticipantContext& participant) : participant_(participant) {
  change(participant.input);
  change(participant.table);
}

OtherInputs::~OtherInputs() {
  // where the device is lost, the values are lost as well
  static_cast<void>(attempt([&] {
    for (auto each = changed_.rbegin(); each != changed_.rend(); ++each)
      copy_value(each->at, &each->before, each->bytes, device::Direction::to_device, stream());
  }));
}

void OtherInputs::change(const Field& field) {
  if (field.empty()) return;
  const FieldView view = participant_.gpu != nullptr ? field.device_view() : field.host_view();
  if (view.data == nullptr) return;
  const std::size_t bytes = bytes_of(view.precision);
  for (int i = 0; i < changed_places; ++i) {
    void* const at = static_cast<std::byte*>(view.data) + some_value(view) * bytes;
    ValueBits before = 0;
    copy_value(&before, at, bytes, device::Direction::to_host, stream());
    const ValueBits other = slightly_less(before, view.precision);
    if (other == before) continue;
    changed_.push_back({at, before, bytes});
    copy_value(at, &other, bytes, device::Direction::to_device, stream());
  }
}

const device::Stream* OtherInputs::stream() const {
  return participant_.gpu == nullptr ? nullptr : &participant_.gpu->stream();
}

}  // namespace heteroscope

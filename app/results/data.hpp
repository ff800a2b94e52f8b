#pragma once

#include <string>
#include <utility>
#include <vector>

#include "app/results/datum.hpp"

namespace heteroscope {

/// Puts data together: `whole` stands before their ids.
class Data {
 public:
  explicit Data(std::vector<Datum>& out, std::string whole = {}) : out_(out), whole_(std::move(whole)) {}

  /// The parts of a whole within this one.
  [[nodiscard]] Data of(std::string_view part) const { return Data(out_, whole_ + std::string(part) + "/"); }

  void add(const Column& column, DatumValue value) const {
    out_.push_back({.id = whole_ + std::string(column.id),
                    .name = std::string(column.name),
                    .unit = std::string(column.unit),
                    .about = std::string(column.about),
                    .hint = column.hint,
                    .value = std::move(value),
                    .interval = {}});
  }
  /// All of these, as parts.
  void add(std::vector<Datum> parts) const {
    for (Datum& each : parts) {
      each.id.insert(0, whole_);
      out_.push_back(std::move(each));
    }
  }

 private:
  std::vector<Datum>& out_;
  std::string whole_;
};

/// None where there is none.
template <class T>
DatumValue or_none(const std::optional<T>& value) {
  return value ? DatumValue(*value) : DatumValue();
}
/// None where it is empty, as what does not apply often is.
inline DatumValue or_none(const std::string& text) {
  return text.empty() ? DatumValue() : DatumValue(text);
}

}  // namespace heteroscope

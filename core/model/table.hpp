#pragma once

#include <any>
#include <memory>
#include <optional>
#include <vector>

#include "core/lanes/lane.hpp"
#include "core/memory/buffer.hpp"
#include "core/memory/field.hpp"
#include "core/model/parameter.hpp"

namespace heteroscope {

struct Plan;

/// Numbers that all cells of a result are computed from: the places of points, some coefficients. They follow from the
/// parameters alone, and are small.
struct Table {
  /// Columns and rows.
  Size (*size)(const std::any& parameters) = nullptr;
  /// Fills a field of that size on the host, in either precision.
  void (*fill)(const std::any& parameters, const FieldView& out) = nullptr;
  /// Where the columns are points of the unit square (row 0 has x, row 1 y, which grows upward), one for each row and
  /// column of the result: the radius of the disks as which they are drawn. 0: they are dots. None: these parameters
  /// do not look at them. Null: the table is something else.
  std::optional<double> (*radius)(const std::any& parameters) = nullptr;
};

/// The table of the plan that was prepared last.
class TableStore {
 public:
  explicit TableStore(BufferPool& pool) : pool_(pool) {}
  /// The table of a plan whose workload has one, as each lane reads it; on the host for all. Throws DeviceError.
  const std::vector<Field>& prepare(const Plan& plan);
  void trim();

 private:
  struct Key {
    const void* workload = nullptr;
    Values parameters;
    Precision precision = Precision::fp32;
    std::vector<Lane> lanes;
    bool operator==(const Key&) const = default;
  };

  BufferPool& pool_;
  std::optional<Key> key_;
  std::vector<Field> tables_;  ///< by lane
};

}  // namespace heteroscope

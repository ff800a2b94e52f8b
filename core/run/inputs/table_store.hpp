#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/base/cancel.hpp"
#include "core/memory/buffer.hpp"
#include "core/memory/field.hpp"
#include "core/model/capabilities/table.hpp"
#include "core/model/parameter.hpp"
#include "core/types/participant.hpp"
#include "core/types/types.hpp"

namespace heteroscope {

struct Plan;

/// The table of the plan that was prepared last.
class TableStore {
 public:
  explicit TableStore(BufferPool& pool) : pool_(pool) {}
  /// The table of a plan whose workload has one, as each participant reads it; on the host for all. Fields without
  /// memory where these parameters need none; null if it was cancelled. Throws DeviceError. `others`: of which one's
  /// table may serve.
  const std::vector<Field>* prepare(const Plan& plan, std::span<const Plan> others, const Waiter& waiter);
  void trim();

 private:
  struct Key {
    const void* workload = nullptr;
    Values parameters;
    std::vector<Values> others;
    Extent output;
    std::vector<Participant> participants;
    bool operator==(const Key&) const = default;
  };

  BufferPool& pool_;
  std::optional<Key> key_;
  std::vector<Field> tables_;  ///< by participant
};

}  // namespace heteroscope

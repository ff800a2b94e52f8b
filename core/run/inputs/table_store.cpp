#include "core/run/inputs/table_store.hpp"

#include "core/device/device.hpp"
#include "core/plan/plan.hpp"

namespace heteroscope {

const std::vector<Field>* TableStore::prepare(const Plan& plan, std::span<const Plan> others, const Waiter& waiter) {
  Extent whole = plan.output;
  whole.size = plan.cutout.whole;
  Key key{plan.workload, plan.problem.parameters, {}, whole, plan.participants};
  std::vector<const std::any*> parameters;
  for (const Plan& each : others) {
    key.others.push_back(each.problem.parameters);
    parameters.push_back(&each.parameters);
  }
  if (key_ == key) return &tables_;
  trim();
  Size size;
  Precision precision = Precision::fp64;
  std::shared_ptr<Buffer> host;
  const auto room = [&](Size columns_and_rows, Precision of) -> FieldView {
    size = columns_and_rows;
    precision = of;
    host = pool_.take(MemoryKind::host, static_cast<std::size_t>(size.area()) * bytes_of(precision));
    return {host->host(), size, precision};
  };
  if (!plan.workload->table->make(
          {.parameters = &plan.parameters, .output = whole, .waiter = waiter, .others = parameters, .room = room}))
    return nullptr;
  for (const Participant& participant : plan.participants) {
    if (host == nullptr) {
      tables_.emplace_back();
      continue;
    }
    std::shared_ptr<Buffer> there;
    if (participant.is_gpu_here()) {
      const device::Use use(participant.device);
      const device::Stream stream;
      there = pool_.take(MemoryKind::device, host->bytes());
      device::copy(there->device(), host->host(), host->bytes(), device::Direction::to_device, stream);
      stream.synchronize();
    }
    tables_.emplace_back(size, precision, host, there);
  }
  key_ = std::move(key);
  return &tables_;
}

void TableStore::trim() {
  key_.reset();
  tables_.clear();
}

}  // namespace heteroscope

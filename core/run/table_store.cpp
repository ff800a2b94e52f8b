#include "core/run/table_store.hpp"

#include "core/device/device.hpp"
#include "core/plan/plan.hpp"

namespace heteroscope {

const std::vector<Field>& TableStore::prepare(const Plan& plan) {
  const Precision precision = plan.settings.problem.precision;
  Key key{plan.workload, plan.problem.parameters, precision, plan.lanes};
  if (key_ == key) return tables_;
  trim();
  const Size size = plan.workload->table->size(plan.parameters);
  const std::size_t bytes = static_cast<std::size_t>(size.area()) * bytes_of(precision);
  const auto host = pool_.take(MemoryKind::host, bytes);
  plan.workload->table->fill(plan.parameters, {host->host(), size, precision});
  for (const Lane& lane : plan.lanes) {
    std::shared_ptr<Buffer> there;
    if (lane.is_gpu()) {
      const device::Use use(lane.device);
      const device::Stream stream;
      there = pool_.take(MemoryKind::device, bytes);
      device::copy(there->device(), host->host(), bytes, device::Direction::to_device, stream);
      stream.synchronize();
    }
    tables_.emplace_back(size, precision, host, there);
  }
  key_ = std::move(key);
  return tables_;
}

void TableStore::trim() {
  key_.reset();
  tables_.clear();
}

}  // namespace heteroscope

#include "core/table.hpp"

#include "core/device.hpp"
#include "core/plan.hpp"

namespace heteroscope {

Field TableStore::prepare(const Plan& plan) {
  const Precision precision = plan.settings.problem.precision;
  Key key{plan.workload, plan.problem.parameters, precision, plan.uses_gpu()};
  if (key_ == key) return table_;
  trim();
  const Size size = plan.workload->table->size(plan.parameters);
  const std::size_t bytes = static_cast<std::size_t>(size.area()) * bytes_of(precision);
  const auto host = pool_.take(MemoryKind::host, bytes);
  plan.workload->table->fill(plan.parameters, {host->host(), size, precision});
  std::shared_ptr<Buffer> there;
  if (plan.uses_gpu()) {
    const device::Stream stream;
    there = pool_.take(MemoryKind::device, bytes);
    device::copy(there->device(), host->host(), bytes, device::Direction::to_device, stream);
    stream.synchronize();
  }
  table_ = {size, precision, host, there};
  key_ = std::move(key);
  return table_;
}

void TableStore::trim() {
  key_.reset();
  table_ = {};
}

}  // namespace heteroscope

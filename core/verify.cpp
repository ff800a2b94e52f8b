#include "core/verify.hpp"

#include <cstring>

#include "core/cases.hpp"
#include "core/io/settings_json.hpp"

namespace heteroscope {

namespace {

/// Fills a result's memory with NaNs before the pool hands it to the next case: rows that a variant forgets to write
/// must not show an earlier case's right values.
void spoil(const Field& field) {
  const FieldView host = field.host_view();
  std::memset(host.data, 0xff, field.bytes());
  if (!field.on_device() || field.device_view().data == host.data || field.kind() != MemoryKind::device) return;
  const device::Stream stream;
  device::copy(field.device_view().data, host.data, field.bytes(), device::Direction::to_device, stream);
  stream.synchronize();
}

}  // namespace

const Field& Verifier::reference(const Settings& settings, const Workload& workload) {
  const Settings wanted = reference_of(settings, workload);
  std::string key = to_json(wanted);
  if (const auto found = references_.find(key); found != references_.end()) return found->second;
  Planned planned = plan(wanted, catalog_, facts_);
  if (!planned) throw BadInput("the reference cannot be computed: " + planned.refusal);
  // Without a way to cancel it there is always a frame.
  Field field = executor_.execute(*planned.plan, {.summarize = false}).value().field;
  return references_.emplace(std::move(key), std::move(field)).first->second;
}

CaseResult Verifier::run(const Settings& settings) {
  const Planned planned = plan(settings, catalog_, facts_);
  CaseResult result;
  if (!planned) {
    result.outcome = Outcome::skipped;
    result.reason = planned.refusal;
    return result;
  }
  const Workload& workload = *planned.plan->workload;
  const Field& expected = reference(settings, workload);
  const Field found = executor_.execute(*planned.plan, {.summarize = false}).value().field;
  const double tolerance =
      workload.tolerance == nullptr ? 0 : workload.tolerance(planned.plan->parameters, settings.precision);
  result.diff = compare(expected.host_view(), found.host_view(), tolerance);
  if (result.diff.beyond > 0) {
    result.outcome = Outcome::failed;
    result.expected = expected.value(result.diff.first_x, result.diff.first_y);
    result.found = found.value(result.diff.first_x, result.diff.first_y);
  }
  spoil(found);
  return result;
}

}  // namespace heteroscope

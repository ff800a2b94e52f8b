#include "core/run/shares/participant_share.hpp"

#include <utility>

#include "core/run/shares/gather.hpp"

namespace heteroscope {

ParticipantShare::ParticipantShare(const SharedStage& stage, std::size_t participant)
    : stage_(stage), participant_(participant), rows_(most_rows(stage.context.plan, stage.index, participant)) {
  if (stage.queue) source_ = std::make_unique<QueueRows>(*stage.queue, participant);
}

void ParticipantShare::set_job(AnyJob job) {
  const Plan& plan = stage_.context.plan;
  job_ = std::move(job);
  job_->parameters = &plan.parameters;
  job_->rows = rows_;
  job_->block = stage_.stage().block;
  job_->mapping = stage_.stage().mapping;
  job_->threads = plan.threads;
  job_->cancel = Cancel(stage_.context.how.waiter.stop);
  job_->stage = static_cast<int>(stage_.index);
  job_->most_rows = stage_.context.how.most_band;
}

void ParticipantShare::set_input(const FieldView& input, const FieldView& table) {
  const Extent& extent = input_extent(stage_.context.plan, stage_.index);
  const FieldView source{input.data, extent.size, extent.precision};
  if (auto* map = job_.as<MapJob>()) {
    map->input = source;
    map->table = table;
  }
  if (auto* reduce = job_.as<ReduceJob>()) {
    reduce->input = source;
    reduce->largest = largest_magnitude(stage_.context.input_summary);
  }
}

bool ParticipantShare::sends() const {
  return stage_.buffers != nullptr && stage_.buffers->sends(participant_);
}

void ParticipantShare::send(Rows rows, const device::Event* computed) const {
  stage_.buffers->send(participant_, rows, computed);
}

}  // namespace heteroscope

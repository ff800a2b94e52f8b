#include <cstring>
#include <memory>
#include <optional>
#include <vector>

#include "core/base/parallel.hpp"
#include "core/base/watch.hpp"
#include "core/device/cpu/cpu_caches.hpp"
#include "core/device/cpu/thread_binding.hpp"
#include "core/participants/cpu_from_queue.hpp"
#include "core/participants/run_variant.hpp"
#include "core/run/shares/participant_share.hpp"

namespace heteroscope {

namespace {

class CpuShare final : public ParticipantShare {
 public:
  CpuShare(const SharedStage& stage, std::size_t participant)
      : ParticipantShare(stage, participant), variant_(stage.stage().cpu) {
    if (source_) return;
    const bool in_pieces = sends() && stage.context.plan.settings.execution.sharing == Sharing::automatic;
    source_ = std::make_unique<FixedRows>(in_pieces ? shrinking_pieces(rows_, stage.context.plan.threads)
                                                    : std::vector{rows_});
  }

  void compute() override {
    set_input(own().input.host_view(), own().table.host_view());
    job_->tunables = stage_.stage().cpu_tunables;
    job_->trace = own().trace;
    if (variant_->own != nullptr) job_->observer = own().observer;
    const auto scratch = take_scratch();
    job_->scratch = scratch ? scratch->host() : nullptr;
    if (stage_.is_cold()) {
      const std::shared_ptr<Buffer> other = stage_.context.pool.take(MemoryKind::host, bytes_to_evict());
      evict_caches({static_cast<std::byte*>(other->host()), other->bytes()});
    }
    const Watch waking;
    std::optional<ReadyTeam> team;
    make_ready(team);
    // beside others, which compute already, it is time that the rows take
    const double woken_ms = stage_.context.plan.participants.size() > 1 ? waking.ms() : 0;
    const Watch all;
    compute_rows();
    ms_ = woken_ms + all.ms();
  }

  Times join() override { return {.all = ms_}; }

 private:
  void compute_rows() {
    if (stage_.queue) return compute_from_queue(*variant_, job_, *source_, between_pieces());
    for (Rows piece = source_->take(); !piece.empty() && !job_->cancelled(); piece = source_->take()) {
      job_->rows = piece;
      run_variant(*variant_, job_);
      if (sends() && !job_->cancelled()) send(piece, nullptr);
    }
  }

  /// Creating or waking threads is no part of what a variant takes: it depends on what was computed before.
  void make_ready(std::optional<ReadyTeam>& team) const {
    if (variant_->knobs.threads_of_library && !stage_.queue) return end_team();
    team.emplace(stage_.context.plan.settings.execution.binding, taking_threads(*variant_, job_->threads));
  }

  /// For all threads; null: they need none.
  [[nodiscard]] std::shared_ptr<Buffer> take_scratch() const {
    std::size_t bytes = variant_->scratch_bytes != nullptr ? call(variant_->scratch_bytes, job_) : 0;
    if (stage_.queue)
      bytes = scratch_of_thread(*variant_, job_) * static_cast<std::size_t>(taking_threads(*variant_, job_->threads));
    if (bytes == 0) return nullptr;
    auto out = stage_.context.pool.take(MemoryKind::host, bytes);
    if (stage_.context.how.spoil) std::memset(out->host(), 0xff, bytes);
    return out;
  }

  [[nodiscard]] BetweenSpans between_pieces() const {
    constexpr std::size_t least_bytes = 512 << 10;  // sent in 10 µs; the call for it takes 5
    std::function<void(Rows)> send_rows;
    if (sends()) send_rows = [this](Rows rows) { send(rows, nullptr); };
    return {.look_after_gpus = stage_.advance,
            .send = std::move(send_rows),
            .least_sent = static_cast<int>(least_bytes / stage_.context.plan.output.row_bytes()) + 1,
            .sums = stage_.stage().stage->sums(),
            .scratch_bytes = scratch_of_thread(*variant_, job_)};
  }

  const Variant* variant_;
  double ms_ = 0;
};

}  // namespace

std::unique_ptr<ParticipantShare> make_cpu_share(const SharedStage& stage, std::size_t participant) {
  return std::make_unique<CpuShare>(stage, participant);
}

}  // namespace heteroscope

#include "core/run/ranks/rank_executor.hpp"

#include <cstring>
#include <span>
#include <utility>
#include <vector>

#include "core/run/peers.hpp"
#include "core/run/ranks/rank_steps.hpp"
#include "core/summary/row_summaries.hpp"
#include "core/world/communicator.hpp"
#include "core/world/messages.hpp"

namespace heteroscope {
namespace {

/// A value to which all ranks contribute in order: it goes from rank to rank, each of which calls add(value), and all
/// get what the last one has made of it. All ranks call it.
template <class T, class Add>
T in_turn(Communicator& all, const T& begun, Add add) {
  const int rank = all.rank();
  const int last = all.count() - 1;
  const auto from = [&](int other) { return unpacked<T>(rest_of(all.receive(other))); };
  const T value = add(rank == 0 ? begun : from(rank - 1));
  if (rank < last) {
    all.send(rank + 1, packed(value));
    return from(last);
  }
  for (int other = 0; other < last; ++other) all.send(other, packed(value));
  return value;
}

}  // namespace

/// The other ranks, of one frame.
class RankPeers final : public Peers {
 public:
  /// `own`: the rows that this rank has.
  RankPeers(const RankUse& use, Rows own) : use_(use), communicator_(*use.communicator), own_(own) {}

  void begin_steps(const Plan& plan, BufferPool& pool) override;
  void take_steps(const StageContext& context, std::span<IterateJob> jobs, int rows, bool measures,
                  Timing& chunk) override;
  void end_steps(Timing& timing) override;
  void take_rows(const Extent& whole, BufferPool& pool, const std::function<void(void* data)>& write) override;
  Summary summary(int threads) override;
  Tally tally(int threads, const TallyRow& row) override;
  ValueSample sample(bool zero_is_special) override;
  double largest(double own) override { return communicator_.largest(own); }
  std::vector<std::vector<std::byte>> gathered(std::span<const std::byte> own) override;
  void end_agreed() override { communicator_.set_patience(longest_silence); }

  [[nodiscard]] const FieldBand& band() const { return band_; }
  [[nodiscard]] const HaloWays& halo() const { return halo_; }

 private:
  RankUse use_;
  Communicator& communicator_;
  Rows own_;
  std::optional<RankSteps> steps_;
  FieldBand band_;
  HaloWays halo_;
};

void RankPeers::begin_steps(const Plan& plan, BufferPool& pool) {
  const Iteration& iteration = *plan.workload->iteration();
  steps_.emplace(plan, use_, pool, iteration.planes(plan.parameters), iteration.spares(plan.parameters));
}

void RankPeers::take_steps(const StageContext& context, std::span<IterateJob> jobs, int rows, bool measures,
                           Timing& chunk) {
  steps_->run(context, jobs, rows, measures, chunk);
}

void RankPeers::end_steps(Timing& timing) {
  steps_->close();
  timing.exchange = steps_->exchange_ms();
  halo_ = steps_->ways();
  steps_.reset();
}

void RankPeers::take_rows(const Extent& whole, BufferPool& pool, const std::function<void(void* data)>& write) {
  if (!use_.wants_result) return;
  band_ = {.whole = whole, .own = own_, .memory = nullptr};
  const std::size_t row = whole.row_bytes();
  band_.memory = pool.take(MemoryKind::host, row * static_cast<std::size_t>(band_.there().count()));
  // cells beyond the result's domain are 0
  if (whole.domain != Domain::whole) std::memset(band_.memory->host(), 0, band_.memory->bytes());
  write(band_.view().data);
  complete(band_, communicator_);
}

/// Each row is summarized by itself, and rows are added in their order.
Summary RankPeers::summary(int threads) {
  const RowSummaries own(band_.view(), band_.own, threads);
  return in_turn(communicator_, Summary{}, [&](const Summary& above) { return own.after(above); });
}

Tally RankPeers::tally(int threads, const TallyRow& row) {
  const Tallies own(band_.view(), band_.own, threads, row);
  return in_turn(communicator_, Tally{}, [&](const Tally& above) { return own.after(above); });
}

/// A sample of the bands of all ranks, at rank 0.
ValueSample RankPeers::sample(bool zero_is_special) {
  const Size whole = band_.whole.size;
  ValueSample out(whole, zero_is_special);
  const FieldView view = band_.view();
  with_value_type(view.precision, [&]<class T>() {
    for (int i = 0; i < out.rows(); ++i) {
      const int y = out.row(i);
      if (y >= band_.own.begin && y < band_.own.end) {
        out.add(view.row<const T>(y),
                {.y = y, .size = {values_in_row(view.domain, whole.width, y), 1}, .whole = whole});
      }
    }
  });
  const std::int64_t above = out.above();
  const std::span<const std::byte> values = std::as_bytes(std::span(out.values()));
  std::vector<std::byte> message(sizeof above + values.size());
  std::memcpy(message.data(), &above, sizeof above);
  if (!values.empty()) std::memcpy(message.data() + sizeof above, values.data(), values.size());
  for (const std::vector<std::byte>& each : gathered(message)) {
    std::int64_t theirs = 0;
    std::memcpy(&theirs, each.data(), sizeof theirs);
    std::vector<double> of_rank((each.size() - sizeof theirs) / sizeof(double));
    if (!of_rank.empty()) std::memcpy(of_rank.data(), each.data() + sizeof theirs, of_rank.size() * sizeof(double));
    out.add(of_rank, theirs);
  }
  return out;
}

std::vector<std::vector<std::byte>> RankPeers::gathered(std::span<const std::byte> own) {
  std::vector<std::vector<std::byte>> out;
  if (communicator_.rank() > 0) {
    communicator_.send(0, own);
    return out;
  }
  for (int rank = 1; rank < communicator_.count(); ++rank) {
    const std::vector<std::byte> message = communicator_.receive(rank);
    const std::span<const std::byte> rest = rest_of(message);
    out.emplace_back(rest.begin(), rest.end());
  }
  return out;
}

RankExecutor::RankExecutor() = default;
RankExecutor::~RankExecutor() = default;

std::optional<RankFrame> RankExecutor::execute(const RankPlan& of, const RanksRun& run) {
  peers_ = std::make_unique<RankPeers>(run.ranks, of.own());
  std::optional<Frame> frame = executor_.execute(
      of.plan, BandRun{.summarize = run.summarize, .peers = peers_.get(), .checkpoint = run.checkpoint});
  if (!frame) return std::nullopt;
  return RankFrame{.frame = *std::move(frame), .bands = of.bands, .band = peers_->band(), .halo = peers_->halo()};
}

}  // namespace heteroscope

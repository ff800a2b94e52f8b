#include "app/production/iteration/checkpoint_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "app/files/disk_room.hpp"
#include "app/ranks/ranks.hpp"
#include "core/base/build_facts.hpp"
#include "core/base/error.hpp"
#include "core/io/checksum.hpp"
#include "core/run/iteration/plane_rows.hpp"
#include "core/run/peers.hpp"

namespace heteroscope {
namespace {

/// A rank's rows as they go to rank 0.
std::vector<std::byte> packed_band(const KeptBand& kept) {
  std::vector<std::byte> out(sizeof kept.rows + kept.sums.size() * sizeof(std::uint32_t));
  std::memcpy(out.data(), &kept.rows, sizeof kept.rows);
  std::memcpy(out.data() + sizeof kept.rows, kept.sums.data(), out.size() - sizeof kept.rows);
  return out;
}
KeptBand kept_band_of(std::span<const std::byte> bytes) {
  KeptBand out;
  std::memcpy(&out.rows, bytes.first(sizeof out.rows).data(), sizeof out.rows);
  const auto sums = bytes.subspan(sizeof out.rows);
  out.sums.resize(sums.size() / sizeof(std::uint32_t));
  std::memcpy(out.sums.data(), sums.data(), sums.size());
  return out;
}

}  // namespace

CheckpointFile::CheckpointFile(const Plan& plan, std::filesystem::path out, bool resume, Told told)
    : unfinished_(std::move(out)),
      told_(std::move(told)),
      size_(plan.state.size),
      planes_(plan.workload->iteration()->planes(plan.parameters)),
      row_bytes_(static_cast<std::size_t>(size_.width) * heteroscope::bytes_of(plan.state.precision)),
      strokes_(plan.settings.problem.strokes.size()),
      target_(plan.settings.problem.steps),
      writes_(ranks() == nullptr || ranks()->leads()),
      state_{.version = std::string(build_facts().version),
             .settings = settings_of_state(plan.settings, *plan.workload),
             .point = {},
             .half = 1,  // the first one is written next
             .bands = {}} {
  if (resume) take_over(target_);
  if (!writes_) return;
  if (!resume) unfinished_.refuse_earlier();
  look_at_room();
  open();
}

CheckpointFile::~CheckpointFile() {
  if (open_ && writes_ && !kept_) unfinished_.remove();
}

void CheckpointFile::take_over(std::int64_t target) {
  const std::string name = unfinished_.state_path().string();
  IterationState begun = iteration_state_of(unfinished_.state_text(), name, planes_, size_.height);
  unfinished_.refuse_another("result", difference(begun, state_));
  if (begun.point.painted > strokes_)
    throw BadInput(fmt::format("{}: not the state of this unfinished iteration", name));
  if (begun.point.step > target) {
    throw BadInput(fmt::format("--resume: {} is at step {} already, after --steps {}", name, begun.point.step, target));
  }
  state_ = std::move(begun);
  begun_ = state_.point;
  kept_ = true;
  seen_ = false;
}

/// Two of each plane, of which nothing is compressed.
void CheckpointFile::look_at_room() const {
  const auto bytes = static_cast<double>(place(2, 0, 0));
  const std::optional<double> room = unfinished_.room(kept_ ? place(state_.half + 1, 0, 0) : 0);
  if (room && bytes > *room) refuse_for_room(unfinished_.out(), size_, "and its checkpoints need", bytes, *room);
}

std::uint64_t CheckpointFile::place(int half, int plane, int row) const {
  const auto plane_bytes = std::uint64_t{row_bytes_} * static_cast<std::uint64_t>(size_.height);
  return plane_bytes * static_cast<std::uint64_t>(half * planes_ + plane) +
         std::uint64_t{row_bytes_} * static_cast<std::uint64_t>(row);
}

/// Rank 0 does so when this is made, before it agrees with the others on what they do: it is there for them.
void CheckpointFile::open() {
  if (std::exchange(open_, true)) return;
  const auto locks = writes_ ? Unfinished::Locks::yes : Unfinished::Locks::no;
  unfinished_.open(kept_ || !writes_, kept_ ? place(state_.half + 1, 0, 0) : 0, locks);
}

std::uint32_t CheckpointFile::sum_in_file(int plane, Rows rows) {
  constexpr std::size_t most_bytes = std::size_t{1} << 24;
  const auto at_a_time = static_cast<int>(std::clamp<std::size_t>(most_bytes / row_bytes_, 1, 1 << 16));
  std::vector<std::byte> bytes;
  std::uint32_t out = 0;
  for (int row = rows.begin; row < rows.end; row += at_a_time) {
    const int count = std::min(at_a_time, rows.end - row);
    bytes.resize(row_bytes_ * static_cast<std::size_t>(count));
    unfinished_.file().read(place(state_.half, plane, row), bytes);
    out = crc32(out, bytes);
  }
  return out;
}

/// Of ranks each looks at its share of what is kept.
void CheckpointFile::check_sums() {
  const auto count = static_cast<std::size_t>(ranks() == nullptr ? 1 : ranks()->world().count());
  const auto rank = static_cast<std::size_t>(ranks() == nullptr ? 0 : ranks()->world().rank());
  for (std::size_t i = rank; i < state_.bands.size(); i += count) {
    const KeptBand& band = state_.bands[i];
    for (int plane = 0; plane < planes_; ++plane) {
      if (sum_in_file(plane, band.rows) == band.sums[static_cast<std::size_t>(plane)]) continue;
      throw BadInput(fmt::format("--resume: the saved data of {} do not match {}: rows {} to {} differ",
                                 unfinished_.out().string(), unfinished_.state_path().string(), band.rows.begin,
                                 band.rows.end - 1));
    }
  }
}

void CheckpointFile::restore(std::span<const FieldView> planes, Rows rows) {
  open();
  check_sums();
  for (int i = 0; i < planes_; ++i) {
    const RowsOfPlane piece = rows_of_plane(planes[static_cast<std::size_t>(i)], rows);
    unfinished_.file().read(place(state_.half, i, rows.begin), {piece.data, piece.bytes});
  }
  if (ranks() == nullptr) seen_ = true;
}

void CheckpointFile::keep(const IterationPoint& point, std::span<const FieldView> planes, Rows own, Peers* peers) {
  open();
  const int half = 1 - state_.half;
  KeptBand kept{.rows = own, .sums = {}};
  for (int i = 0; i < planes_; ++i) {
    const RowsOfPlane piece = rows_of_plane(planes[static_cast<std::size_t>(i)], own);
    const std::span<const std::byte> bytes(piece.data, piece.bytes);
    unfinished_.file().write(place(half, i, own.begin), bytes);
    kept.sums.push_back(crc32(0, bytes));
  }
  unfinished_.file().sync();
  IterationState next = state_;
  next.point = point;
  next.half = half;
  next.bands = {kept};
  if (peers != nullptr) {
    for (const std::vector<std::byte>& each : peers->gathered(packed_band(kept)))
      next.bands.push_back(kept_band_of(each));
  }
  if (writes_) unfinished_.keep(to_text(next));
  state_ = std::move(next);
  kept_ = true;
  seen_ = true;
}

/// That they compute says that all ranks have read what they go on with.
bool CheckpointFile::go_on(std::int64_t step, std::int64_t target) {
  seen_ = true;
  return told_(step, target);
}

void CheckpointFile::finish() {
  if (!writes_) return;
  if (open_ || kept_) unfinished_.remove();
  open_ = false;
}

std::string CheckpointFile::kept_text() const {
  if (!kept_ || !seen_) return {};
  return fmt::format("step {} of {} of {}", state_.point.step, target_, unfinished_.out().string());
}

}  // namespace heteroscope

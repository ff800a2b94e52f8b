#include "kernels/mandelbrot/deep/table.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "core/base/decimal_fixed.hpp"
#include "kernels/mandelbrot/deep/nucleus.hpp"
#include "kernels/mandelbrot/deep/orbit.hpp"
#include "kernels/mandelbrot/deep/picture.hpp"
#include "kernels/mandelbrot/deep/tier.hpp"
#include "kernels/mandelbrot/deep/view.hpp"

namespace heteroscope::mandelbrot {
namespace {

using Bytes = std::vector<std::byte, memory::Accounted<std::byte>>;

/// What a view's own reference follows from. The size only by the view's proportions, to a power of two, and where it
/// has more columns than are computed at once: a preview has the same.
struct Key {
  Parameters parameters;   ///< what decides nothing about it at its default
  int reach_exponent = 0;  ///< all pixels are within span · 2^this of the center
  bool extended = false;
  bool fine = false;  ///< there is a second orbit, of double-doubles
  int finer = 0;      ///< the bits that are added to the view's
  bool operator==(const Key&) const = default;
};

constexpr int second_double = 53;  // bits

Key key_of(Parameters p, Size size, Tier tier) {
  p.smooth = Parameters{}.smooth;
  p.method = Parameters{}.method;
  const bool fine = has_fine_orbit(p, tier);
  p.refine = Parameters{}.refine;
  const double reach = 0.5 * std::hypot(1.0, static_cast<double>(size.height) / size.width);
  constexpr double for_rounded_sides = 1.1;
  return {.parameters = std::move(p),
          .reach_exponent = static_cast<int>(std::ceil(std::log2(reach * for_rounded_sides))),
          .extended = tier == Tier::extended,
          .fine = fine,
          .finer = finer_by(size.width) + (fine ? second_double : 0)};
}

/// The last ones, until their memory is wanted for something else.
template <class Of, class What>
class Kept {
 public:
  std::shared_ptr<const What> find(const Of& key) {
    const std::lock_guard lock(mutex_);
    for (const auto& [of, what] : all_)
      if (of == key) return what;
    return nullptr;
  }
  void add(const Of& key, std::shared_ptr<const What> what) {
    constexpr std::size_t most = 2;
    const std::lock_guard lock(mutex_);
    all_.emplace_back(key, std::move(what));
    if (all_.size() > most) all_.pop_front();
  }
  static Kept& get() {
    static Kept all;
    return all;
  }

 private:
  std::mutex mutex_;
  std::deque<std::pair<Of, std::shared_ptr<const What>>> all_;
  memory::Keeper keeper_{[this] {
    const std::lock_guard lock(mutex_);
    all_.clear();
  }};
};

std::size_t aligned(std::size_t bytes) {
  constexpr std::size_t to = 64;
  return (bytes + to - 1) / to * to;
}

/// The point of a reference.
struct Reference {
  FixedPoint c;
  int period = 0;
};

Wide radius_of(const View& view, const Key& key) {
  return {view.span.m, view.span.e + key.reach_exponent};
}

/// The view's nucleus where one is found by `limit`, else its center.
Reference find_reference(const View& view, const Key& key, int limit, const Cancel& cancel) {
  const Wide radius = radius_of(view, key);
  Reference out{.c = view.center, .period = 0};
  constexpr double in_pixels = 0x1p-77;  // of 65536 a span; then the error of a pixel's offset is another's
  const Wide tolerance = view.span * wide(std::ldexp(in_pixels, -key.finer));
  std::optional<Nucleus> nucleus;
  // in a valley, where orbits stay near each other for long, the disk outgrows the view's image: a smaller one tells
  // better
  for (const double share : {1.0, 0x1p-3, 0x1p-6}) {
    const std::optional<int> period = period_near(view.center, radius * wide(share), limit, cancel);
    if (!period) break;
    nucleus = nucleus_near(view.center, *period, radius * wide(64), tolerance, cancel);
    if (nucleus) break;
  }
  if (!nucleus) return out;
  return {.c = nucleus->c, .period = nucleus->period};
}

FixedPoint difference(const FixedPoint& from, FixedPoint point) {
  point.re -= from.re;
  point.im -= from.im;
  return point;
}

/// A reference's iterates.
template <class R>
struct Iterates {
  FixedPoint c;
  Orbit<R> orbit;  ///< without leaps, which depend on the view
};

/// Null: it was cancelled. `found`: of the view, where it is known.
template <class R>
std::shared_ptr<const Iterates<R>> make_iterates(const Key& key, const std::optional<Reference>& found,
                                                 const Cancel& cancel) {
  const Parameters& p = key.parameters;
  const View view = view_of(p, key.finer);
  const Reference reference = found ? *found : find_reference(view, key, p.max_iterations, cancel);
  if (cancel.is_set()) return nullptr;
  auto out = std::make_shared<Iterates<R>>();
  out->c = reference.c;
  out->orbit = make_orbit<R>(reference.c, reference.period, p.max_iterations, cancel);
  return cancel.is_set() ? nullptr : out;
}

/// What a table is made of: the view, and the one whose reference it has.
struct Source {
  Key key, reference;
  std::optional<Reference> found{};  ///< the view's own
  bool operator==(const Source& other) const { return key == other.key && reference == other.reference; }
};

/// Of a view that has its own reference none are kept, as the table is.
template <class R>
std::shared_ptr<const Iterates<R>> iterates_of(const Source& source, const Cancel& cancel) {
  using Shared = Kept<Key, Iterates<R>>;
  if (source.key == source.reference) return make_iterates<R>(source.key, source.found, cancel);
  auto out = Shared::get().find(source.reference);
  if (out != nullptr) return out;
  out = make_iterates<R>(source.reference, {}, cancel);
  if (out != nullptr) Shared::get().add(source.reference, out);
  return out;
}

/// Where the parts of a table go, one behind the other.
class Layout {
 public:
  /// Where so many bytes begin.
  std::size_t take(std::size_t bytes) {
    const std::size_t at = end_;
    end_ = aligned(end_ + bytes);
    return at;
  }
  [[nodiscard]] std::size_t end() const { return end_; }

 private:
  std::size_t end_ = aligned(sizeof(DeepHeader));
};

/// An orbit with the leaps that the view has along it.
template <class R>
struct OrbitPart {
  std::span<const OrbitEntry<R>> entries;  ///< as many as the view asks for
  Leaps<R> leaps;
  std::vector<Ladder, memory::Accounted<Ladder>> ladders;

  OrbitPart(const Orbit<R>& orbit, const Parameters& p, Wide reach)
      : entries(orbit.entries.data(), std::min(orbit.entries.size(), static_cast<std::size_t>(p.max_iterations) + 1)) {
    if (!p.leaps) return;
    leaps = leaps_of(entries, as_real<Estimate<R>>(reach));
    if constexpr (std::same_as<R, double>) ladders = ladders_of(leaps, length());
  }
  [[nodiscard]] int length() const { return static_cast<int>(entries.size()) - 1; }

  [[nodiscard]] OrbitPlace place(Layout& layout) const {
    OrbitPlace out;
    out.length = length();
    out.levels = leaps.levels();
    std::copy(leaps.first.begin(), leaps.first.end(), out.first);
    out.entries_at = layout.take(entries.size_bytes());
    out.leaps_at = layout.take(leaps.leaps.size() * sizeof(Leap<R>));
    if (!ladders.empty()) out.ladders_at = layout.take(ladders.size() * sizeof(Ladder));
    return out;
  }
  void write(Bytes& bytes, const OrbitPlace& place) const {
    const auto copy = [&](std::size_t at, const auto& part) {
      const std::span all(part);
      if (!all.empty()) std::memcpy(bytes.data() + at, all.data(), all.size_bytes());
    };
    copy(place.entries_at, entries);
    copy(place.leaps_at, leaps.leaps);
    copy(place.ladders_at, ladders);
  }
};

template <class R>
std::shared_ptr<const Bytes> make_bytes(const Source& source, const Cancel& cancel) {
  const Key& key = source.key;
  const Parameters& p = key.parameters;
  const auto iterates = iterates_of<R>(source, cancel);
  if (iterates == nullptr) return nullptr;
  const View view = view_of(p, key.finer, iterates->c.bits);
  const FixedPoint away = difference(iterates->c, view.center);

  DeepHeader header;
  header.extended = static_cast<int>(key.extended);
  header.span = view.span;
  header.center = delta_of(away);
  header.reach = radius_of(view, key) + extent(header.center);
  header.c = to_doubles(delta_of(iterates->c));
  Layout layout;
  std::shared_ptr<Bytes> out;
  if constexpr (std::same_as<R, DoubleDouble>) {
    header.fine_span = double_double_of(to_fixed(p.span, away.bits), away.bits);
    header.fine_center = fine_delta_of(away);
    const Orbit<double> in_doubles = rounded(iterates->orbit);
    const OrbitPart<double> usual(in_doubles, p, header.reach);
    const OrbitPart<DoubleDouble> fine(iterates->orbit, p, header.reach);
    header.orbit = usual.place(layout);
    header.fine = fine.place(layout);
    out = std::make_shared<Bytes>(layout.end());
    usual.write(*out, header.orbit);
    fine.write(*out, header.fine);
  } else {
    const OrbitPart<R> usual(iterates->orbit, p, header.reach);
    header.orbit = usual.place(layout);
    out = std::make_shared<Bytes>(layout.end());
    usual.write(*out, header.orbit);
  }
  std::memcpy(out->data(), &header, sizeof header);
  return out;
}

/// A view whose own nucleus is soon found has that for a reference: its orbit is short, and pixels leap far along it.
/// For any other the narrowest of the other views that lie in it, and whose iterates are as many, has one.
Source source_of(const Key& key, Size size, const TableOrder& order) {
  constexpr int soon = 1 << 16;  // iterations
  Source out{.key = key, .reference = key};
  const View view = view_of(key.parameters, key.finer);
  Wide narrowest = view.span;
  for (const std::any* each : order.others) {
    const auto& other = TableOrder::of<Parameters>(each);
    if (tier_of(other, size) == Tier::direct) continue;
    Key reference = key_of(other, size, key.extended ? Tier::extended : Tier::perturbed);
    const View there = view_of(other, reference.finer);
    if (!(there.span < narrowest) || other.max_iterations < key.parameters.max_iterations) continue;
    const View here = view_of(key.parameters, key.finer, there.center.bits);
    if (radius_of(view, key) < extent(delta_of(difference(here.center, there.center)))) continue;
    narrowest = there.span;
    out.reference = std::move(reference);
  }
  if (out.reference == key) return out;
  Reference own = find_reference(view, key, std::min(key.parameters.max_iterations, soon), order.cancel);
  if (own.period > 0) return {.key = key, .reference = key, .found = std::move(own)};
  return out;
}

/// A view and how far another is moved away from it.
struct Neighbor {
  Key key;
  FixedPoint away;
};

/// Of the other views the one that this one is moved away from by so little that all its pixels are still within the
/// reach of that view's reference: its table serves, but for where the view's center is.
std::optional<Neighbor> neighbor_of(const Key& key, Size size, const TableOrder& order) {
  constexpr double near = 0x1p-5;  // of the radius, which is a tenth larger than the picture
  for (const std::any* each : order.others) {
    const auto& other = TableOrder::of<Parameters>(each);
    const Tier tier = tier_of(other, size);
    if (tier == Tier::direct) continue;
    const Key there = key_of(other, size, tier);
    Key moved = there;
    moved.parameters.center_re = key.parameters.center_re;
    moved.parameters.center_im = key.parameters.center_im;
    if (there == key || !(moved == key)) continue;
    const View here = view_of(key.parameters, key.finer);
    FixedPoint away = difference(view_of(other, key.finer).center, here.center);
    if (!(radius_of(here, key) * wide(near) < extent(delta_of(away)))) return Neighbor{there, std::move(away)};
  }
  return std::nullopt;
}

}  // namespace

bool make_deep_table(const TableOrder& order) {
  const auto& p = order.parameters_as<Parameters>();
  const Size size = order.output.size;
  const Tier tier = tier_of(p, size);
  if (tier == Tier::direct) return true;
  using Tables = Kept<Source, Bytes>;
  const Key own = key_of(p, size, tier);
  const std::optional<Neighbor> neighbor = neighbor_of(own, size, order);
  const Source source = source_of(neighbor ? neighbor->key : own, size, order);
  std::shared_ptr<const Bytes> bytes = Tables::get().find(source);
  if (bytes == nullptr) {
    const auto make = source.key.extended ? make_bytes<Wide>
                      : source.key.fine   ? make_bytes<DoubleDouble>
                                          : make_bytes<double>;
    bytes = make(source, order.cancel);
    if (bytes == nullptr) return false;
    Tables::get().add(source, bytes);
  }
  const FieldView room = order.room({static_cast<int>(bytes->size() / sizeof(double)), 1}, Precision::fp64);
  std::memcpy(room.data, bytes->data(), bytes->size());
  if (neighbor) {
    auto& header = *static_cast<DeepHeader*>(room.data);
    header.center = header.center + delta_of(neighbor->away);
    if (header.fine.length > 0) header.fine_center = header.fine_center + fine_delta_of(neighbor->away);
  }
  return true;
}

}  // namespace heteroscope::mandelbrot

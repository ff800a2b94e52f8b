#include "kernels/mandelbrot/deep/table.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <optional>
#include <vector>

#include "core/base/ceil_div.hpp"
#include "core/numbers/decimal_fixed.hpp"
#include "core/numbers/turn.hpp"
#include "kernels/mandelbrot/deep/kept.hpp"
#include "kernels/mandelbrot/deep/picture.hpp"
#include "kernels/mandelbrot/deep/reference.hpp"
#include "kernels/mandelbrot/deep/tier.hpp"
#include "kernels/mandelbrot/deep/view.hpp"

namespace heteroscope::mandelbrot {
namespace {

using Bytes = std::vector<std::byte, memory::Accounted<std::byte>>;

/// What determines a view's own reference. The size enters only by the view's proportions, rounded to a power of two,
/// and where it has more columns than are computed at once; so a preview has the same key.
struct Key {
  Parameters parameters;   ///< those that do not matter have their defaults
  int reach_exponent = 0;  ///< all pixels lie within span · 2^this of the center
  bool extended = false;
  bool fine = false;         ///< there is a second orbit in double-doubles
  bool from_origin = false;  ///< the reference is 0, whose orbit stays there: as if there were none
  int finer = 0;             ///< the bits that are added to those of the view
  bool operator==(const Key&) const = default;
};

constexpr int second_double = 53;  // bits that a double-double adds

Key key_of(Parameters p, Size size, Tier tier) {
  const bool from_origin = p.method == Method::checked;
  p.smooth = Parameters{}.smooth;
  p.method = Parameters{}.method;
  const bool fine = has_fine_orbit(p, tier);
  p.refine = Parameters{}.refine;
  p.rotation = Parameters{}.rotation;  // the reach is that of the corners, however they lie
  const double reach = 0.5 * std::hypot(1.0, static_cast<double>(size.height) / size.width);
  constexpr double for_rounded_sides = 1.1;
  return {.parameters = std::move(p),
          .reach_exponent = static_cast<int>(std::ceil(std::log2(reach * for_rounded_sides))),
          .extended = tier == Tier::extended,
          .fine = fine,
          .from_origin = from_origin,
          .finer = finer_by(size.width) + (fine ? second_double : 0)};
}

std::size_t aligned(std::size_t bytes) {
  constexpr std::size_t to = 64;
  return ceil_div(bytes, to) * to;
}

Wide radius_of(const View& view, const Key& key) {
  return {view.span.m, view.span.e + key.reach_exponent};
}

FixedPoint difference(const FixedPoint& from, FixedPoint point) {
  point.re -= from.re;
  point.im -= from.im;
  return point;
}

/// The key of the reference alone, which depends neither on the number of iterations that are asked for nor on its use.
Key reference_key(Key key) {
  key.parameters.max_iterations = Parameters{}.max_iterations;
  key.parameters.leaps = Parameters{}.leaps;
  return key;
}

template <class R>
std::shared_ptr<Reference<R>> begin_reference(const Key& key) {
  const View view = view_of(key.parameters, key.finer);
  if (key.from_origin) return std::make_shared<Reference<R>>(Nucleus{{.bits = view.center.bits}, 1});
  constexpr double in_pixels = 0x1p-77;  // of 65536 pixels a span; below it the error of a pixel's offset differs
  return std::make_shared<Reference<R>>(
      ReferencePlace{.center = view.center,
                     .radius = radius_of(view, key),
                     .tolerance = view.span * wide(std::ldexp(in_pixels, -key.finer))});
}

/// Calls `use` with the reference and returns its result; the reference is kept as `use` leaves it.
template <class R, class Use>
auto with_reference(const Key& of, const Use& use) {
  using References = Kept<Key, Reference<R>>;
  const Key key = reference_key(of);
  std::shared_ptr<Reference<R>> reference = References::get().take(key);
  if (reference == nullptr) reference = begin_reference<R>(key);
  auto out = use(*reference);
  References::get().add(key, std::move(reference));
  return out;
}

/// What a table is computed from: the view, and the view whose reference it uses.
struct OrbitSource {
  Key key, reference;
  bool operator==(const OrbitSource&) const = default;
};

/// Lays out the parts of a table one behind the other.
class Layout {
 public:
  /// Reserves so many bytes and returns where they begin.
  std::size_t take(std::size_t bytes) {
    const std::size_t at = end_;
    end_ = aligned(end_ + bytes);
    return at;
  }
  [[nodiscard]] std::size_t end() const { return end_; }

 private:
  std::size_t end_ = aligned(sizeof(DeepHeader));
};

/// An orbit with the leaps along it that hold for the view.
template <class R>
struct OrbitPart {
  std::span<const OrbitEntry<R>> entries;
  Leaps<R> leaps;
  Ladders<Estimate<R>> ladders;

  /// The iterates that the view asks for. Of two orbits one behind the other, `last` is the place of the first one's
  /// last iterate (leaps_of()).
  OrbitPart(std::span<const OrbitEntry<R>> all, bool leaping, Wide reach, int last = 0) : entries(all) {
    if (!leaping) return;
    leaps = leaps_of(entries, as_real<Estimate<R>>(reach), last);
    if constexpr (std::same_as<R, Estimate<R>>) ladders = ladders_of(leaps, length());
  }
  [[nodiscard]] int length() const { return static_cast<int>(entries.size()) - 1; }

  [[nodiscard]] OrbitPlace place(Layout& layout) const {
    OrbitPlace out;
    out.length = length();
    out.levels = leaps.levels();
    std::copy(leaps.first.begin(), leaps.first.end(), out.first);
    out.entries_at = layout.take(entries.size_bytes());
    out.leaps_at = layout.take(leaps.leaps.size() * sizeof(Leap<R>));
    if (!ladders.empty()) out.ladders_at = layout.take(ladders.size() * sizeof(ladders[0]));
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

/// A reference as a table holds it.
template <class R>
struct TableReference {
  const FixedPoint& point;                 ///< of which pixels' offsets are told
  std::span<const OrbitEntry<R>> entries;  ///< as many as the view asks for
  int last = 0;                            ///< of a Julia set: the place of the orbit of 0's last iterate
};

/// Notes that pixels are of a Julia set, where they begin, and what each of their iterations adds.
void put_julia(DeepHeader& header, const Key& key, const View& view) {
  const FixedPoint c = julia_point(key.parameters, view.center.bits);
  header.julia = 1;
  header.c = to_doubles(delta_of(c));
  if (!key.from_origin) return;
  header.added = delta_of(c);
  header.fine_added = fine_delta_of(c);
  const Wide size = extent(header.added);
  if (header.reach < size) header.reach = size;
}

/// Writes the orbit, and for double-doubles the same in doubles before it.
template <class R>
std::shared_ptr<const Bytes> make_bytes(const Key& key, const TableReference<R>& reference) {
  const Parameters& p = key.parameters;
  const View view = view_of(p, key.finer, reference.point.bits);
  const FixedPoint away = difference(reference.point, view.center);

  DeepHeader header;
  header.extended = static_cast<int>(key.extended);
  header.span = view.span;
  header.center = delta_of(away);
  header.reach = radius_of(view, key) + extent(header.center);
  header.c = to_doubles(delta_of(reference.point));
  if (p.julia) put_julia(header, key, view);
  // the pixels of a Julia set differ in their first iterates alone: a leap adds nothing
  const Wide leaping_reach = p.julia ? wide(0) : header.reach;
  Layout layout;
  std::shared_ptr<Bytes> out;
  if constexpr (std::same_as<R, DoubleDouble>) {
    header.fine_span = double_double_of(to_fixed(p.span, away.bits), away.bits);
    header.fine_center = fine_delta_of(away);
    const Orbit<double> in_doubles = rounded(reference.entries);
    const OrbitPart<double> usual(in_doubles.entries, p.leaps, leaping_reach, reference.last);
    const OrbitPart<DoubleDouble> fine(reference.entries, p.leaps, leaping_reach, reference.last);
    header.orbit = usual.place(layout);
    header.fine = fine.place(layout);
    header.fine.start = reference.last;
    out = std::make_shared<Bytes>(layout.end());
    usual.write(*out, header.orbit);
    fine.write(*out, header.fine);
  } else {
    const OrbitPart<R> usual(reference.entries, p.leaps, leaping_reach, reference.last);
    header.orbit = usual.place(layout);
    out = std::make_shared<Bytes>(layout.end());
    usual.write(*out, header.orbit);
  }
  header.orbit.start = reference.last;
  std::memcpy(out->data(), &header, sizeof header);
  return out;
}

template <class R>
std::shared_ptr<const Bytes> make_bytes(const Key& key, const Reference<R>& reference) {
  const auto& entries = reference.orbit().entries;
  const auto count = std::min(entries.size(), static_cast<std::size_t>(key.parameters.max_iterations) + 1);
  return make_bytes<R>(key, {.point = reference.c(), .entries = std::span(entries).first(count)});
}

/// Chooses the reference. A view whose own nucleus is found soon uses that: its orbit is short, and pixels leap far
/// along it. Any other view uses the narrowest of the other views that lie in it and have as many iterates.
template <class R>
OrbitSource orbit_source(const Key& key, Size size, const TableOrder& order, const Observer& observer) {
  constexpr int soon = 1 << 16;  // within so many iterations
  OrbitSource out{.key = key, .reference = key};
  if (key.from_origin || key.parameters.julia) return out;
  const View view = view_of(key.parameters, key.finer);
  Wide narrowest = view.span;
  for (const std::any* each : order.others) {
    const auto& other = TableOrder::of<Parameters>(each);
    if (tier_of(other, size) == Tier::direct || other.method == Method::checked || other.julia) continue;
    Key reference = key_of(other, size, key.extended ? Tier::extended : Tier::perturbed);
    const View there = view_of(other, reference.finer);
    if (!(there.span < narrowest) || other.max_iterations < key.parameters.max_iterations) continue;
    const View here = view_of(key.parameters, key.finer, there.center.bits);
    if (radius_of(view, key) < extent(delta_of(difference(here.center, there.center)))) continue;
    narrowest = there.span;
    out.reference = std::move(reference);
  }
  if (out.reference == key) return out;
  const int limit = std::min(key.parameters.max_iterations, soon);
  if (with_reference<R>(key, [&](Reference<R>& own) { return own.has_nucleus(limit, observer); })) out.reference = key;
  return out;
}

/// The table of a view of a Julia set, made of orbits that are kept and grow. Null if it was given up.
template <class R>
std::shared_ptr<const Bytes> bytes_of_julia(const Key& key, const Observer& observer) {
  using References = Kept<Key, JuliaReference<R>>;
  const Key of = reference_key(key);
  std::shared_ptr<JuliaReference<R>> reference = References::get().take(of);
  if (reference == nullptr) {
    const View view = view_of(key.parameters, key.finer);
    reference = std::make_shared<JuliaReference<R>>(julia_point(key.parameters, view.center.bits), view.center);
  }
  std::shared_ptr<const Bytes> out;
  const int limit = key.parameters.max_iterations;
  if (reference->grow(limit, observer)) {
    const auto joined = reference->joined(limit);
    out = make_bytes<R>(key, {.point = reference->center(), .entries = joined.orbit.entries, .last = joined.last});
  }
  References::get().add(of, std::move(reference));
  return out;
}

/// Null if it was given up.
template <class R>
std::shared_ptr<const Bytes> bytes_of_view(const Key& key, Size size, const TableOrder& order) {
  using Tables = Kept<OrbitSource, const Bytes>;
  const Observer observer{.waiter = order.waiter, .what = {}};
  const OrbitSource source = orbit_source<R>(key, size, order, observer);
  if (order.waiter.asked()) return nullptr;
  if (std::shared_ptr<const Bytes> kept = Tables::get().find(source)) return kept;
  const int limit = source.reference.parameters.max_iterations;
  const bool of_julia = key.parameters.julia && !key.from_origin;
  std::shared_ptr<const Bytes> out =
      of_julia ? bytes_of_julia<R>(key, observer) : with_reference<R>(source.reference, [&](Reference<R>& reference) {
        return reference.grow(limit, observer) ? make_bytes(key, reference) : nullptr;
      });
  if (out != nullptr) Tables::get().add(source, out);
  return out;
}

/// A view, and how far another one is shifted from it.
struct Neighbor {
  Key key;
  FixedPoint away;
};

/// Among the other views, the one from which this view is shifted so little that all of its pixels are within the reach
/// of that view's reference. Its table then serves, except for the position of the view's center.
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
  const Key own = key_of(p, size, tier);
  const std::optional<Neighbor> neighbor = neighbor_of(own, size, order);
  const Key& key = neighbor ? neighbor->key : own;
  const auto make = key.extended ? bytes_of_view<Wide> : key.fine ? bytes_of_view<DoubleDouble> : bytes_of_view<double>;
  const std::shared_ptr<const Bytes> bytes = make(key, size, order);
  if (bytes == nullptr) return false;
  const FieldView room = order.room({static_cast<int>(bytes->size() / sizeof(double)), 1}, Precision::fp64);
  std::memcpy(room.data, bytes->data(), bytes->size());
  auto& header = *static_cast<DeepHeader*>(room.data);
  header.turn = turn_by(p.rotation);
  if (neighbor) {
    header.center = header.center + delta_of(neighbor->away);
    if (header.fine.length > 0) header.fine_center = header.fine_center + fine_delta_of(neighbor->away);
  }
  return true;
}

}  // namespace heteroscope::mandelbrot

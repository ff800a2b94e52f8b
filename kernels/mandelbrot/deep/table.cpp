#include "kernels/mandelbrot/deep/table.hpp"

#include <cmath>
#include <cstring>
#include <deque>
#include <memory>
#include <mutex>
#include <vector>

#include "kernels/mandelbrot/deep/nucleus.hpp"
#include "kernels/mandelbrot/deep/orbit.hpp"
#include "kernels/mandelbrot/deep/picture.hpp"
#include "kernels/mandelbrot/deep/tier.hpp"
#include "kernels/mandelbrot/deep/view.hpp"

namespace heteroscope::mandelbrot {
namespace {

using Bytes = std::vector<std::byte, memory::Accounted<std::byte>>;

/// What a reference follows from. The size only by the view's proportions, to a power of two, and where it has more
/// columns than are computed at once: a preview has the same.
struct Key {
  Parameters parameters;   ///< what decides nothing about it at its default
  int reach_exponent = 0;  ///< all pixels are within span · 2^this of the center
  bool extended = false;
  int finer = 0;  ///< finer_by() of the columns
  bool operator==(const Key&) const = default;
};

Key key_of(Parameters p, Size size, Tier tier) {
  p.smooth = Parameters{}.smooth;
  p.method = Parameters{}.method;
  p.refine = Parameters{}.refine;
  const double reach = 0.5 * std::hypot(1.0, static_cast<double>(size.height) / size.width);
  constexpr double for_rounded_sides = 1.1;
  return {std::move(p), static_cast<int>(std::ceil(std::log2(reach * for_rounded_sides))), tier == Tier::extended,
          finer_by(size.width)};
}

/// The last ones, until their memory is wanted for something else.
class Kept {
 public:
  std::shared_ptr<const Bytes> find(const Key& key) {
    const std::lock_guard lock(mutex_);
    for (const auto& [of, bytes] : all_)
      if (of == key) return bytes;
    return nullptr;
  }
  void add(const Key& key, std::shared_ptr<const Bytes> bytes) {
    constexpr std::size_t most = 2;
    const std::lock_guard lock(mutex_);
    all_.emplace_back(key, std::move(bytes));
    if (all_.size() > most) all_.pop_front();
  }

 private:
  std::mutex mutex_;
  std::deque<std::pair<Key, std::shared_ptr<const Bytes>>> all_;
  memory::Keeper keeper_{[this] {
    const std::lock_guard lock(mutex_);
    all_.clear();
  }};
};

Kept& kept() {
  static Kept all;
  return all;
}

std::size_t aligned(std::size_t bytes) {
  constexpr std::size_t to = 64;
  return (bytes + to - 1) / to * to;
}

/// What an orbit is computed from beside its point.
struct Reference {
  FixedPoint c;
  int period = 0;
  Delta<Wide> center;  ///< of the view, from c
  Wide reach;          ///< no pixel is farther from c
};

/// The view's nucleus where there is one, else its center.
Reference find_reference(const View& view, Wide radius, const Key& key, const Cancel& cancel) {
  const int limit = key.parameters.max_iterations;
  Reference out{.c = view.center, .period = 0, .center = {}, .reach = radius};
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
  FixedPoint away = view.center;
  away.re -= nucleus->c.re;
  away.im -= nucleus->c.im;
  out.c = nucleus->c;
  out.period = nucleus->period;
  out.center = delta_of(away);
  out.reach = radius + extent(out.center);
  return out;
}

template <class R>
std::shared_ptr<const Bytes> make_bytes(const Key& key, const Cancel& cancel) {
  const Parameters& p = key.parameters;
  const View view = view_of(p, key.finer);
  const Wide radius{view.span.m, view.span.e + key.reach_exponent};
  const Reference reference = find_reference(view, radius, key, cancel);
  if (cancel.is_set()) return nullptr;
  Orbit<R> orbit = make_orbit<R>(reference.c, reference.period, p.max_iterations, cancel);
  if (cancel.is_set()) return nullptr;
  if (p.leaps) add_leaps(orbit, as_real<R>(reference.reach));

  DeepHeader header;
  header.extended = static_cast<int>(key.extended);
  header.length = orbit.length();
  header.levels = orbit.levels();
  std::copy(orbit.first.begin(), orbit.first.end(), header.first);
  header.entries_at = aligned(sizeof(DeepHeader));
  header.leaps_at = aligned(header.entries_at + orbit.entries.size() * sizeof(OrbitEntry<R>));
  std::vector<Ladder, memory::Accounted<Ladder>> ladders;
  if constexpr (std::same_as<R, double>) ladders = ladders_of(orbit);
  const std::size_t behind = aligned(header.leaps_at + orbit.leaps.size() * sizeof(Leap<R>));
  if (!ladders.empty()) header.ladders_at = behind;
  header.span = view.span;
  header.offset_error = reference.reach * wide(0x1p-51);
  header.center = reference.center;
  header.c = to_doubles(delta_of(reference.c));
  auto out = std::make_shared<Bytes>(behind + ladders.size() * sizeof(Ladder));
  std::memcpy(out->data(), &header, sizeof header);
  std::memcpy(out->data() + header.entries_at, orbit.entries.data(), orbit.entries.size() * sizeof(OrbitEntry<R>));
  if (!orbit.leaps.empty())
    std::memcpy(out->data() + header.leaps_at, orbit.leaps.data(), orbit.leaps.size() * sizeof(Leap<R>));
  if (!ladders.empty()) std::memcpy(out->data() + behind, ladders.data(), ladders.size() * sizeof(Ladder));
  return out;
}

}  // namespace

bool make_deep_table(const TableOrder& order) {
  const auto& p = order.parameters_as<Parameters>();
  const Size size = order.output.size;
  const Tier tier = tier_of(p, size);
  if (tier == Tier::direct) return true;
  const Key key = key_of(p, size, tier);
  std::shared_ptr<const Bytes> bytes = kept().find(key);
  if (bytes == nullptr) {
    bytes = key.extended ? make_bytes<Wide>(key, order.cancel) : make_bytes<double>(key, order.cancel);
    if (bytes == nullptr) return false;
    kept().add(key, bytes);
  }
  const FieldView room = order.room({static_cast<int>(bytes->size() / sizeof(double)), 1}, Precision::fp64);
  std::memcpy(room.data, bytes->data(), bytes->size());
  return true;
}

}  // namespace heteroscope::mandelbrot

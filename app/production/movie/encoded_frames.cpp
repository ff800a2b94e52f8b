#include "app/production/movie/encoded_frames.hpp"

#include <fmt/format.h>

#include "app/compute/compute.hpp"
#include "app/production/movie/numbered_name.hpp"
#include "app/production/movie/raw_frames.hpp"
#include "app/production/movie/video_file.hpp"
#include "app/production/queue/ordered_movie.hpp"
#include "app/text/table.hpp"
#include "core/base/error.hpp"
#include "core/base/given_up.hpp"
#include "core/base/message.hpp"
#include "core/base/watch.hpp"
#include "core/io/png/png.hpp"

namespace heteroscope {
namespace {

class EncodedFrames final : public Production {
 public:
  EncodedFrames(const MovieOrder& order, const Waiter& waiter)
      : out_(order.out),
        size_(frame_size(order)),
        frames_(order.frames),
        rate_(order.rate),
        video_(out_, size_, rate_, waiter.stop) {}

  Made run(const GoOn& go_on) override {
    const Watch all;
    const auto stopped = [&] {
      return Made{.finished = false,
                  .kept = true,
                  .line = fmt::format("all {} frames, but {} is not encoded", frames_, printable(out_.string())),
                  .note = {}};
    };
    try {
      if (!encode(go_on)) return stopped();
    } catch (const GivenUp&) {
      return stopped();
    }
    return {.finished = true,
            .kept = false,
            .line = fmt::format("wrote {}: {} frames of {}x{}, {} per second: encoding {}", printable(out_.string()),
                                frames_, size_.width, size_.height, rate_, milliseconds(all.ms())),
            .note = {}};
  }

 private:
  /// Whether nobody stopped it.
  bool encode(const GoOn& go_on) {
    const Watch all;
    const NumberedName names(frames_folder(out_) / "%05d.png");
    video_.begin();
    for (std::int64_t i = 0; i < frames_; ++i) {
      ProductionStep step{.done = i, .all = frames_, .left_s = {}, .now = fmt::format("encoding frame {}", i)};
      if (i > 0) step.left_s = all.ms() / 1000 / static_cast<double>(i) * static_cast<double>(frames_ - i);
      if (!go_on(step)) return false;
      const std::filesystem::path file = names.of(i);
      const Picture picture = decode_png(read_file(file), file.string());
      if (picture.size != size_) throw BadInput(fmt::format("{} belongs to another movie", file.string()));
      video_.put(i, rgb_of({picture.pixels.data(), picture.pixels.size()}));
    }
    video_.end();
    return true;
  }

  std::filesystem::path out_;
  Size size_;
  std::int64_t frames_;
  double rate_;
  VideoFile video_;
};

}  // namespace

Size frame_size(const MovieOrder& order) {
  return plan_or_refuse(order.keys.all().front().settings).output.size;
}

std::unique_ptr<Production> make_encoded_frames(const MovieOrder& order, const Waiter& waiter) {
  return std::make_unique<EncodedFrames>(order, waiter);
}

}  // namespace heteroscope

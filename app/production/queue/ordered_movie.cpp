#include "app/production/queue/ordered_movie.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <system_error>
#include <utility>

#include "app/compute/compute.hpp"
#include "app/production/movie/keyframes.hpp"
#include "app/production/movie/movie.hpp"
#include "app/production/movie/numbered_name.hpp"
#include "app/production/movie/raw_frames.hpp"
#include "app/production/movie/video_file.hpp"
#include "app/production/unfinished.hpp"
#include "app/text/table.hpp"
#include "core/base/error.hpp"
#include "core/base/failure.hpp"
#include "core/base/given_up.hpp"
#include "core/base/message.hpp"
#include "core/base/watch.hpp"
#include "core/io/json/json_section.hpp"
#include "core/io/json/json_text.hpp"
#include "core/io/png/png.hpp"

namespace heteroscope {
namespace {

/// The size of all frames. Throws BadInput if they cannot be computed.
Size frame_size(const MovieOrder& order) {
  return plan_or_refuse(order.keys.all().front().settings).output.size;
}

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

/// A video of the pictures in the folder of an order's frames (frames_folder()), which are all there once it runs.
/// Throws what VideoFile does.
std::unique_ptr<Production> make_encoded_frames(const MovieOrder& order, const Waiter& waiter) {
  return std::make_unique<EncodedFrames>(order, waiter);
}

using nlohmann::json;
using nlohmann::ordered_json;

NumberedName names_in(const std::filesystem::path& folder) {
  return NumberedName(folder / "%05d.png");
}

/// Removes all of its frames, and the folder if nothing else is in it.
void remove_frames(const MovieOrder& order) {
  const std::filesystem::path folder = frames_folder(order.out);
  const NumberedName names = names_in(folder);
  std::error_code none;
  for (std::int64_t i = 0; i < order.frames; ++i) std::filesystem::remove(names.of(i), none);
  std::filesystem::remove(folder, none);
}

/// The pictures, and of a video then what is encoded from them.
class PicturesFirst final : public Production {
 public:
  /// `order.out`: what comes of it.
  PicturesFirst(const MovieOrder& order, MovieOrder pictures) : order_(order) {
    if (is_video(order_.out)) video_ = make_encoded_frames(order_, pictures.waiter);
    const std::filesystem::path folder = frames_folder(order_.out);
    std::error_code failed;
    if (is_video(order_.out) && std::filesystem::is_symlink(folder, failed)) {
      throw BadInput(fmt::format(
          "cannot write to {}: it is a symbolic link that this program did not make; move it away", folder.string()));
    }
    std::filesystem::create_directory(folder, failed);
    if (failed) throw BadInput(fmt::format("cannot make the folder {}: {}", folder.string(), failed.message()));
    pictures.out = folder / "%05d.png";
    const Failure refused = attempt([&] { pictures_ = make_movie(std::move(pictures)); });
    if (!refused) return;
    std::filesystem::remove(folder, failed);  // where it is empty
    throw BadInput(refused.line);
  }

  [[nodiscard]] std::string warning() const override { return pictures_->warning(); }

  Made run(const GoOn& go_on) override {
    const int parts = video_ != nullptr ? 2 : 1;
    const auto part = [&](int which) {
      return [&go_on, which, parts](ProductionStep step) {
        step.part = which;
        step.parts = parts;
        return go_on(step);
      };
    };
    Made made = pictures_->run(part(1));
    std::error_code none;
    if (!made.finished && !made.kept) std::filesystem::remove(frames_folder(order_.out), none);  // it is empty
    if (!made.finished || video_ == nullptr) return made;
    Made encoded = video_->run(part(2));
    if (!encoded.finished) return encoded;
    remove_frames(order_);
    encoded.note = made.note;
    return encoded;
  }

 private:
  MovieOrder order_;
  std::unique_ptr<Production> pictures_, video_;
};

class OrderedMovie final : public Order {
 public:
  explicit OrderedMovie(MovieOrder order) : order_(std::move(order)) {}

  [[nodiscard]] std::string_view kind() const override { return ordered_movie; }
  [[nodiscard]] std::string text() const override {
    const Problem& problem = order_.keys.all().front().settings.problem;
    return fmt::format("{} {}x{} {}, {} frames between {} views", problem.workload, problem.size.width,
                       problem.size.height, id_of(problem.precision), order_.frames, order_.keys.all().size());
  }
  [[nodiscard]] const std::filesystem::path& out() const override { return order_.out; }
  [[nodiscard]] bool unfinished() const override {
    std::error_code none;
    return std::filesystem::exists(names_in(frames_folder(order_.out)).of(0), none);
  }
  void discard() const override { remove_frames(order_); }
  [[nodiscard]] std::unique_ptr<Production> make(bool resume, const Waiter& waiter) const override {
    MovieOrder pictures = order_;
    pictures.resume = resume;
    pictures.waiter = waiter;
    return std::make_unique<PicturesFirst>(order_, std::move(pictures));
  }
  [[nodiscard]] std::string to_json() const override {
    std::vector<Settings> keys;
    for (const KeyFrame& each : order_.keys.all()) keys.push_back(each.settings);
    ordered_json out{{"out", order_.out.string()}, {"frames", order_.frames}, {"rate", order_.rate}};
    out["keyframes"] = ordered_json::parse(keyframes_to_json(keys)).at("keyframes");
    // a path may be any bytes
    return written_json(out, -1, true);
  }

 private:
  MovieOrder order_;
};

}  // namespace

std::filesystem::path frames_folder(const std::filesystem::path& out) {
  return is_video(out) ? unfinished_data(out) : out;
}

std::shared_ptr<const Order> order_of(MovieOrder order) {
  order.out = std::filesystem::absolute(order.out).lexically_normal();
  order.resume = order.reuse = false;
  order.waiter = {};
  return std::make_shared<OrderedMovie>(std::move(order));
}

std::shared_ptr<const Order> ordered_movie_from_json(const std::string& text, const std::string& name) {
  constexpr int deepest_nesting = 12;  // of the settings within it
  constexpr std::size_t longest_path = 65536;
  constexpr double slowest = 0.01;
  constexpr double fastest = 1000;
  const json document = parse_json(text, name, deepest_nesting);
  const Section section(document, "", name);
  const std::filesystem::path out = section.text("out", longest_path).value_or("");
  if (!out.is_absolute()) throw section.fail(Wrong::value, "out", "is not an absolute path");
  double frames = section.needed_number("frames");
  double rate = section.needed_number("rate");
  section.read("frames", frames, 2, static_cast<double>(most_movie_frames));
  section.read("rate", rate, slowest, fastest);
  const auto settings = keyframes_from_json(json{{"keyframes", section.needed("keyframes")}}.dump(), name);
  return order_of(MovieOrder{
      .keys = recorded_key_frames(settings), .frames = static_cast<std::int64_t>(frames), .rate = rate, .out = out});
}

MovieOutlook movie_outlook(MovieOrder order) {
  constexpr double most_bytes_a_pixel = 4;
  constexpr double text_bytes = 4096;
  const MovieOrder wanted = order;
  order.out = frames_folder(wanted.out) / "%05d.png";
  make_movie(std::move(order));  // looks at all that can be known
  if (is_video(wanted.out)) make_encoded_frames(wanted, {});
  const Size size = frame_size(wanted);
  return {.size = size,
          .most_bytes = static_cast<double>(wanted.frames) *
                        (static_cast<double>(size.width) * size.height * most_bytes_a_pixel + text_bytes)};
}

}  // namespace heteroscope

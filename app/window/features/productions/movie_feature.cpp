#include "app/window/features/productions/movie_feature.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <stop_token>
#include <system_error>

#include "app/files/disk_room.hpp"
#include "app/production/movie/keyframes.hpp"
#include "app/production/movie/video_file.hpp"
#include "app/text/format.hpp"
#include "app/window/feature/overlay_window.hpp"
#include "app/window/features/productions/queue_feature.hpp"
#include "app/window/model/render_command.hpp"
#include "app/window/widgets/widgets.hpp"
#include "core/io/extension.hpp"

namespace heteroscope {
namespace {

constexpr std::array<SizePreset, 4> presets{
    {{"720p", {1280, 720}}, {"1080p", {1920, 1080}}, {"1440p", {2560, 1440}}, {"4K", {3840, 2160}}}};
constexpr std::array<OrderFormat, 4> formats{
    {{"MP4", ".mp4", "A video (H.264) that almost everything plays."},
     {"WebM", ".webm", "A video (VP9) for the web, smaller; encoding takes longer."},
     {"MKV", ".mkv", "A lossless video (FFV1); large."},
     {"PNG", "", "A folder of PNG pictures, one for each frame, each with its settings."}}};

/// Returns for each format why it is not possible; empty: it is.
const std::array<std::string, formats.size()>& refusals() {
  static const auto all = [] {
    std::array<std::string, formats.size()> out;
    if (has_encoder()) return out;
    for (std::size_t i = 0; i < out.size(); ++i) {
      if (formats[i].extension[0] != '\0') out[i] = "ffmpeg, which makes videos, is not installed";
    }
    return out;
  }();
  return all;
}

}  // namespace

MovieFeature::MovieFeature(QueueFeature& queue)
    : size_(presets.front().size),
      outlooks_([](const Request& request, const std::stop_token&, const auto& publish) {
        publish(std::make_shared<const Outlook>(outlook_of(request)));
      }),
      queue_(queue) {}

MovieOrder MovieFeature::order_of_request(const Request& request) {
  return {.keys = recorded_key_frames(request.keyframes),
          .frames = request.frames,
          .rate = request.rate,
          .out = request.out};
}

MovieFeature::Outlook MovieFeature::outlook_of(const Request& request) {
  Outlook out{.of = request, .movie = {}, .room = {}, .refusal = {}};
  std::error_code unknown;
  const std::string end = extension_of(request.out);
  if (std::ranges::none_of(formats, [&](const OrderFormat& each) { return end == each.extension; })) {
    out.refusal = "a movie is an .mp4, .webm or .mkv file, or a folder whose name has no such ending";
  } else if (std::filesystem::exists(request.out, unknown)) {
    out.refusal = fmt::format("{} already exists: choose another name", request.out.filename().string());
  } else if (!std::filesystem::is_directory(request.out.parent_path(), unknown)) {
    out.refusal = fmt::format("there is no folder {}", request.out.parent_path().string());
  } else {
    out.refusal = attempt([&] { out.movie = movie_outlook(order_of_request(request)); }).line;
  }
  out.room = disk_room(request.out);
  return out;
}

void MovieFeature::open(const Window& window) {
  OpenedFeature::open(window);
  if (recorded_.empty()) return;
  const bool videos = refusals().front().empty();
  const std::string usual = videos ? formats.front().extension : "";
  file_.name_anew(window.ui, queue_.files(), recorded_.front().problem.workload, "movie",
                  file_.empty() ? usual : file_.extension());
}

std::int64_t MovieFeature::frames(const Preferences& of) {
  const double count = std::clamp(std::round(of.movie_s * of.movie_rate), 2.0, static_cast<double>(most_movie_frames));
  return static_cast<std::int64_t>(count);
}

MovieFeature::Request MovieFeature::request(const Ui& ui) const {
  Request out{.keyframes = recorded_,
              .frames = frames(ui.preferences),
              .rate = static_cast<double>(ui.preferences.movie_rate),
              .out = file_.path(ui)};
  for (Settings& each : out.keyframes) each.problem.size = size_;
  return out;
}

void MovieFeature::length_rows(Ui& ui) {
  Preferences& length = ui.preferences;
  constexpr double field = 86;
  row(ui, "Length", order_label_units);
  ImGui::SetNextItemWidth(ui.units(field));
  double typed = length.movie_s;
  if (number_field("##seconds", typed) && typed > 0)
    length.movie_s = std::clamp(typed, shortest_movie_s, longest_movie_s);
  help(ui, "How long the movie plays. Press Enter to apply.");
  ImGui::SameLine(0, ui.units(6));
  ImGui::TextUnformatted("s at");
  ImGui::SameLine(0, ui.units(6));
  if (whole_field(ui, "##rate", length.movie_rate, field))
    length.movie_rate = std::min(length.movie_rate, fastest_movie_rate);
  ImGui::SameLine(0, ui.units(6));
  ImGui::TextUnformatted("frames a second");
}

/// Draws the time and disk space that the movie takes, as far as they are known.
void MovieFeature::outlook_lines(const Window& window, const Request& request, const Outlook* known) const {
  const bool can = known != nullptr && known->refusal.empty();
  const Size size = can ? known->movie.size : size_;
  ImGui::TextWrapped("%s", fmt::format("{} frames of {} × {}, through {} recorded views.", format_count(request.frames),
                                       size.width, size.height, request.keyframes.size())
                               .c_str());
  if (can) {
    const std::string room = known->room ? fmt::format("; the disk has room for {}", rough_bytes(*known->room)) : "";
    const char* const until = file_.extension().empty() ? "" : " until the video is encoded";
    ImGui::TextWrapped(
        "%s",
        fmt::format("The pictures may take up to {}{}{}.", rough_bytes(known->movie.most_bytes), until, room).c_str());
  } else {
    colored_words(window.ui.theme().dim,
                  known == nullptr ? "Estimating time and disk space …" : "The movie cannot be made:");
  }
  const bool same = window.view.answers(window.model.settings()) &&
                    window.view.frame->plan.workload->id == request.keyframes.front().problem.workload;
  const auto each_s = same ? computing_seconds(*window.view.frame, size) : std::nullopt;
  if (const std::string why = known != nullptr ? refusal_of(request, *known) : ""; !why.empty()) {
    colored_words(window.ui.theme().error, why);
  } else if (each_s) {
    const double all_s = *each_s * static_cast<double>(request.frames);
    ImGui::TextWrapped(
        "%s",
        fmt::format("Computing takes {} if each frame is as fast as this picture, plus the time to write the files.",
                    all_s < 1 ? "less than 1 s" : "about " + rough_time(all_s))
            .c_str());
  } else {
    colored_words(window.ui.theme().dim, "The time can be estimated once some frames have been computed.");
  }
}

/// Returns in one line why the movie cannot be ordered; empty: it can.
std::string MovieFeature::refusal_of(const Request& request, const Outlook& known) const {
  if (!known.refusal.empty()) return known.refusal;
  const auto taken = queue_.files();
  if (std::ranges::find(taken, request.out) != taken.end())
    return "an order in the queue has that name: choose another one";
  if (known.room && known.movie.most_bytes > *known.room) return "the disk may have too little room for its pictures";
  return {};
}

void MovieFeature::buttons(Ui& ui, const Request& request, const Outlook* known) {
  const bool looks = known == nullptr || known->of != request;
  const std::string why = looks ? "Time and disk space are still being estimated." : refusal_of(request, *known);
  std::string why_no_command = looks ? why : known->refusal;
  if (recorded_file_.empty()) why_no_command = "The file of the recorded views has not been written yet.";
  order_buttons(
      ui, queue_,
      {.why_not = why,
       .order = [&] { return order_of(order_of_request(request)); },
       .why_no_command = why_no_command,
       .command = [&] { return movie_command(recorded_file_, size_, request.frames, request.rate, request.out); }});
}

void MovieFeature::body(const Window& window) {
  order_heading(
      window.ui, "Movie", action::toggle_movie,
      "A movie through the recorded views. They are saved as JSON, too, for `heteroscope movie --keyframes`.");
  if (recorded_.empty()) return;
  size_rows(window.ui, window.view, size_, presets);
  ImGui::Spacing();
  length_rows(window.ui);
  ImGui::Spacing();
  file_.format_row(window.ui, formats, refusals());
  file_.name_rows(window.ui);
  ImGui::Spacing();
  ImGui::Separator();
  ImGui::Spacing();
  const Request wanted = request(window.ui);
  const auto newest = outlooks_.follow(wanted, window.ui);
  words_in_room(5, [&] { outlook_lines(window, wanted, newest.get()); });
  ImGui::Spacing();
  buttons(window.ui, wanted, newest.get());
}

void MovieFeature::overlay(const Window& window, OverlaySpace& space) {
  if (!is_open()) return;
  place_in_middle(window.ui, space, "##movie", 520);
  const ImGuiWindowFlags flags =
      notice_flags & ~(ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoFocusOnAppearing);
  if (const OverlayWindow page(window.ui, space, "##movie", flags); page) body(window);
}

}  // namespace heteroscope

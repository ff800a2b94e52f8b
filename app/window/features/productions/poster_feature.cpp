#include "app/window/features/productions/poster_feature.hpp"

#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include <algorithm>
#include <stop_token>
#include <system_error>

#include "app/files/disk_room.hpp"
#include "app/production/queue/queue.hpp"
#include "app/text/format.hpp"
#include "app/window/feature/overlay_window.hpp"
#include "app/window/features/productions/queue_feature.hpp"
#include "app/window/model/actions/actions.hpp"
#include "app/window/model/render_command.hpp"
#include "app/window/widgets/widgets.hpp"
#include "core/model/settings/looks.hpp"

namespace heteroscope {

PosterFeature::PosterFeature(QueueFeature& queue)
    : outlooks_([](const Request& request, const std::stop_token&, const auto& publish) {
        publish(std::make_shared<const Outlook>(outlook_of(request)));
      }),
      queue_(queue) {}

PosterFeature::Outlook PosterFeature::outlook_of(const Request& request) {
  Outlook out{.of = request, .poster = {}, .room = {}, .refusal = {}};
  std::error_code unknown;
  if (!takes_pieces(request.order.out)) {
    out.refusal = "a poster is a .tif, .png or .npy file";
  } else if (std::filesystem::exists(request.order.out, unknown)) {
    out.refusal = fmt::format("{} already exists: choose another name", request.order.out.filename().string());
  } else {
    out.refusal = attempt([&] { out.poster = poster_outlook(request.order); }).line;
  }
  out.room = disk_room(request.order.out);
  return out;
}

void PosterFeature::open(const Window& window) {
  OpenedFeature::open(window);
  file_.name_anew(window.ui, queue_.files(), std::string(window.model.workload->id), "poster",
                  file_.empty() ? poster_formats.front().extension : file_.extension());
}

PosterFeature::Request PosterFeature::request(const Window& window) const {
  Request out;
  out.order.settings = window.model.settings();
  if (why_one_size_.empty()) out.order.settings.problem.size = size_;
  out.order.out = file_.path(window.ui);
  if (seconds_ && made_size_) out.order.tile = short_span(*made_size_, *seconds_);
  return out;
}

/// Draws the time and disk space that the poster takes, as far as they are known.
void PosterFeature::outlook_lines(const Ui& ui, const Request& request, const Outlook* known) {
  const auto amount = [](Size size) { return format_si(static_cast<double>(size.width) * size.height, "pixels"); };
  if (known != nullptr && known->refusal.empty()) {
    const PosterOutlook& poster = known->poster;
    const std::string pieces = poster.pieces == 1
                                   ? "computed in one piece"
                                   : fmt::format("computed in {} pieces of {} × {}", format_count(poster.pieces),
                                                 poster.piece.width, poster.piece.height);
    ImGui::TextWrapped("%s", fmt::format("{}, {}.", amount(poster.size), pieces).c_str());
    const std::string room = known->room ? fmt::format("; the disk has room for {}", rough_bytes(*known->room)) : "";
    ImGui::TextWrapped("%s",
                       fmt::format("The file may take up to {}{}.", rough_bytes(poster.most_bytes), room).c_str());
  } else {
    if (made_size_) ImGui::TextWrapped("%s", (amount(*made_size_) + ".").c_str());
    colored_words(ui.theme().dim, known == nullptr ? "Estimating time and disk space …" : "The poster cannot be made:");
  }
  if (const std::string why = known != nullptr ? refusal_of(request, *known) : ""; !why.empty()) {
    colored_words(ui.theme().error, why);
  } else if (seconds_) {
    ImGui::TextWrapped("%s",
                       fmt::format("Computing takes {} at the speed of this picture, plus the time to write the file.",
                                   *seconds_ < 1 ? "less than 1 s" : "about " + rough_time(*seconds_))
                           .c_str());
  } else {
    colored_words(ui.theme().dim, "The time can be estimated once this picture has been computed.");
  }
}

/// Returns in one line why the poster cannot be ordered; empty: it can.
std::string PosterFeature::refusal_of(const Request& request, const Outlook& known) const {
  if (!known.refusal.empty()) return known.refusal;
  const auto taken = queue_.files();
  if (std::ranges::find(taken, request.order.out) != taken.end())
    return "an order in the queue has that name: choose another one";
  return {};
}

void PosterFeature::buttons(Ui& ui, const WindowModel& model, const Request& request, const Outlook* known) {
  const bool looks = known == nullptr || known->of != request;
  const std::string why = looks ? "Time and disk space are still being estimated." : refusal_of(request, *known);
  const auto command = [&] {
    Settings settings = request.order.settings;
    if (file_.extension() == ".npy")
      settings.look = natural_look(settings, model.catalog);  // raw values have no colors
    return render_command(settings, model.catalog, request.order.out) +
           fmt::format(" --tile {}x{}", known->poster.piece.width, known->poster.piece.height);
  };
  order_buttons(ui, queue_,
                {.why_not = why,
                 .order = [&] { return order_of(request.order); },
                 .why_no_command = looks ? why : known->refusal,
                 .command = command});
}

/// A result with a size of its own is as large in the poster as in the window.
void PosterFeature::look_at_size(const Window& window) {
  const bool was_chosen = why_one_size_.empty();
  why_one_size_ = why_one_size(window.model.settings(), *window.model.workload);
  if (why_one_size_.empty()) return;
  if (was_chosen) made_size_.reset();
  if (window.view.answers(window.model.settings())) made_size_ = window.view.frame->plan.output.size;
}

void PosterFeature::body(const Window& window) {
  order_heading(window.ui, "Poster", action::toggle_poster,
                "What the window shows, computed piece by piece: it may be far larger than memory.");
  look_at_size(window);
  if (why_one_size_.empty()) {
    size_rows(window.ui, window.view, size_, poster_presets);
    made_size_ = size_;
  } else {
    fixed_size_row(window.ui, made_size_, why_one_size_);
  }
  ImGui::Spacing();
  file_.format_row(window.ui, poster_formats, {});
  file_.name_rows(window.ui);
  ImGui::Spacing();
  ImGui::Separator();
  ImGui::Spacing();
  seconds_ = made_size_ && window.view.answers(window.model.settings())
                 ? computing_seconds(*window.view.frame, *made_size_)
                 : std::nullopt;
  if (seconds_) *seconds_ *= window.model.settings().look.samples;
  const Request wanted = request(window);
  const auto newest = outlooks_.follow(wanted, window.ui);
  words_in_room(4, [&] { outlook_lines(window.ui, wanted, newest.get()); });
  ImGui::Spacing();
  buttons(window.ui, window.model, wanted, newest.get());
}

void PosterFeature::overlay(const Window& window, OverlaySpace& space) {
  if (!is_open()) return;
  place_in_middle(window.ui, space, "##poster", 520);
  const ImGuiWindowFlags flags =
      notice_flags & ~(ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoFocusOnAppearing);
  if (const OverlayWindow page(window.ui, space, "##poster", flags); page) body(window);
}

std::vector<ActionEntry> PosterFeature::actions() {
  return {{opened_by(),
           "poster: order this picture in any size, made in the background",
           {with_control(GLFW_KEY_P, "Ctrl + P")},
           nullptr}};
}

}  // namespace heteroscope

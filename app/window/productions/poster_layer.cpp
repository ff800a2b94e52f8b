#include "app/window/productions/poster_layer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <system_error>
#include <utility>

#include "app/production/queue.hpp"
#include "app/text/format.hpp"
#include "app/window/actions/actions.hpp"
#include "app/window/actions/render_command.hpp"
#include "app/window/bench/choice.hpp"
#include "app/window/layers/layer_window.hpp"
#include "app/window/widgets/widgets.hpp"
#include "core/color/palette.hpp"

namespace heteroscope {
namespace {

constexpr double label_units = 64;

std::vector<std::filesystem::path> ordered_files(const State& state) {
  std::vector<std::filesystem::path> out;
  if (state.queue == nullptr) return out;
  for (const QueuedOrder& each : *state.queue) out.push_back(each.order->out());
  return out;
}

/// Of a side that was typed.
int side_of(double typed) {
  constexpr double most = 2147483647;
  return static_cast<int>(std::clamp(std::round(typed), 1.0, most));
}

}  // namespace

PosterLayer::PosterLayer()
    : outlooks_([](const Wish& wish, const std::atomic<bool>&, const auto& publish) {
        publish(std::make_shared<const Outlook>(outlook_of(wish)));
      }) {}

PosterLayer::Outlook PosterLayer::outlook_of(const Wish& wish) {
  Outlook out{.of = wish, .poster = {}, .room = {}, .refusal = {}};
  std::error_code unknown;
  if (!takes_pieces(wish.order.out)) {
    out.refusal = "posters are .tif, .png or .npy files";
  } else if (std::filesystem::exists(wish.order.out, unknown)) {
    out.refusal = fmt::format("there is a {} already: choose another name", wish.order.out.filename().string());
  } else {
    out.refusal = attempt([&] { out.poster = poster_outlook(wish.order); }).line;
  }
  const auto space = std::filesystem::space(wish.order.out.parent_path(), unknown);
  if (!unknown) out.room = static_cast<double>(space.available);
  return out;
}

void PosterLayer::open(State& state) {
  OpenedLayer::open(state);
  name_anew(state, path_[0] == '\0' ? poster_formats.front().extension : extension());
}

void PosterLayer::set_path(const std::string& path) {
  path_ = {};
  std::copy_n(path.begin(), std::min(path.size(), path_.size() - 1), path_.begin());
}

/// A name that nobody has in the folder for exports.
void PosterLayer::name_anew(const State& state, const std::string& extension) {
  const std::string stem = fmt::format("heteroscope-{}-poster", state.workload->id);
  set_path(free_path(state.export_folder, stem, extension, ordered_files(state)).filename().string());
}

std::string PosterLayer::extension() const {
  return std::filesystem::path(path_.data()).extension().string();
}

PosterLayer::Wish PosterLayer::wish(const State& state) const {
  Wish out;
  out.order.settings = state.settings;
  out.order.settings.problem.size = size_;
  out.order.out = (state.export_folder / path_.data()).lexically_normal();
  if (seconds_) out.order.tile = short_piece(size_, *seconds_);
  return out;
}

void PosterLayer::size_rows(const State& state) {
  row(state, "Size", label_units);
  int chosen = -1;
  std::vector<Segment> segments;
  std::array<std::string, poster_presets.size()> abouts;
  for (std::size_t i = 0; i < poster_presets.size(); ++i) {
    const PosterPreset& each = poster_presets[i];
    if (each.size == size_) chosen = static_cast<int>(i);
    abouts[i] = fmt::format("{} × {} pixels.", each.size.width, each.size.height);
    segments.push_back({each.label, state.theme().dim, {}, abouts[i]});
  }
  if (segmented(state, "presets", chosen, segments)) size_ = poster_presets[static_cast<std::size_t>(chosen)].size;
  row(state, "", label_units);
  const float field = state.units(86);
  const auto side = [&](const char* id, int& value) {
    double typed = value;
    ImGui::SetNextItemWidth(field);
    if (number_field(id, typed)) value = side_of(typed);
  };
  side("##width", size_.width);
  ImGui::SameLine(0, state.units(6));
  ImGui::TextUnformatted("×");
  ImGui::SameLine(0, state.units(6));
  side("##height", size_.height);
  ImGui::SameLine(0, state.units(10));
  const int seen = height_as_seen(size_.width, state.area.size);
  ImGui::BeginDisabled(seen == size_.height);
  if (ImGui::Button("Height as seen")) size_.height = seen;
  ImGui::EndDisabled();
  help(state, "The poster then shows exactly what the window shows.");
  row(state, "", label_units);
  colored_words(state.theme().dim, cut_text(size_, state.area.size));
}

void PosterLayer::format_row(const State& state) {
  row(state, "Format", label_units);
  int chosen = -1;
  std::vector<Segment> segments;
  const std::string now = extension();
  for (std::size_t i = 0; i < poster_formats.size(); ++i) {
    if (now == poster_formats[i].extension) chosen = static_cast<int>(i);
    segments.push_back({poster_formats[i].label, state.theme().dim, {}, poster_formats[i].about});
  }
  if (!segmented(state, "formats", chosen, segments)) return;
  std::filesystem::path path(path_.data());
  set_path(path.replace_extension(poster_formats[static_cast<std::size_t>(chosen)].extension).string());
}

void PosterLayer::file_row(const State& state) {
  row(state, "File", label_units);
  ImGui::InputText("##file", path_.data(), path_.size());
  help(state, "A name in the folder below, or a path. Nothing is overwritten.");
  row(state, "", label_units);
  const std::string folder = (state.export_folder / path_.data()).lexically_normal().parent_path().string();
  const float room = ImGui::GetContentRegionAvail().x;
  ImGui::PushStyleColor(ImGuiCol_Text, state.theme().dim);
  ImGui::TextUnformatted(end_of("in " + folder, room).c_str());
  ImGui::PopStyleColor();
  help(state, folder);
}

/// What it takes, as far as that is known.
void PosterLayer::outlook_lines(const State& state, const Wish& wish, const Outlook* known) {
  const std::string amount = format_si(static_cast<double>(size_.width) * size_.height, "pixels");
  if (known != nullptr && known->refusal.empty()) {
    const PosterOutlook& poster = known->poster;
    const std::string pieces = poster.pieces == 1
                                   ? "computed at once"
                                   : fmt::format("computed in {} pieces of {} × {}", format_count(poster.pieces),
                                                 poster.piece.width, poster.piece.height);
    ImGui::TextWrapped("%s", fmt::format("{}, {}.", amount, pieces).c_str());
    const std::string room = known->room ? fmt::format("; the disk has room for {}", rough_bytes(*known->room)) : "";
    ImGui::TextWrapped("%s",
                       fmt::format("The file may take up to {}{}.", rough_bytes(poster.most_bytes), room).c_str());
  } else {
    ImGui::TextWrapped("%s", (amount + ".").c_str());
    colored_words(state.theme().dim, known == nullptr ? "What it takes is being looked at …" : "It cannot be made:");
  }
  if (const std::string why = known != nullptr ? refusal_of(state, wish, *known) : ""; !why.empty()) {
    colored_words(state.theme().error, why);
  } else if (seconds_) {
    ImGui::TextWrapped("%s",
                       fmt::format("Computing takes {}, as fast as this picture; writing the file comes beside it.",
                                   *seconds_ < 1 ? "less than 1 s" : "about " + rough_time(*seconds_))
                           .c_str());
  } else {
    colored_words(state.theme().dim, "How long that takes is known once this picture has been computed.");
  }
}

/// One line; empty: it can be ordered.
std::string PosterLayer::refusal_of(const State& state, const Wish& wish, const Outlook& known) {
  if (!known.refusal.empty()) return known.refusal;
  const auto taken = ordered_files(state);
  if (std::ranges::find(taken, wish.order.out) != taken.end())
    return "a poster of that name has been ordered: choose another one";
  return {};
}

void PosterLayer::buttons(State& state, const Wish& wish, const Outlook* known) {
  const bool looks = known == nullptr || known->of != wish;
  const std::string why = looks ? "What it takes is being looked at." : refusal_of(state, wish, *known);
  ImGui::BeginDisabled(!why.empty());
  if (wide_button("Order", state.units(120))) {
    state.orders.push_back(order_of(wish.order));
    state.ask(Action::toggle_queue);
  }
  ImGui::EndDisabled();
  help(state, why.empty() ? "It is made in the background, behind what was ordered before." : why);
  ImGui::SameLine(0, state.units(8));
  ImGui::BeginDisabled(looks || !known->refusal.empty());
  if (wide_button("Copy as command", state.units(150)) && !looks) {
    Settings settings = wish.order.settings;
    if (extension() == ".npy") settings.look = natural_look(settings, state.catalog);  // which has no colors to be set
    const std::string text = render_command(settings, state.catalog, wish.order.out) +
                             fmt::format(" --tile {}x{}", known->poster.piece.width, known->poster.piece.height);
    ImGui::SetClipboardText(text.c_str());
    state.toasts.say("Copied: the command line", state.now_s);
  }
  ImGui::EndDisabled();
  help(state, "The command line that makes the same file.");
}

void PosterLayer::body(State& state) {
  ImGui::PushFont(state.fonts.strong);
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted("Poster");
  ImGui::PopFont();
  const float close = state.units(54);
  ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - close);
  if (ImGui::Button("Close", {close, 0})) state.ask(Action::toggle_poster);
  colored_words(state.theme().dim, "What the window shows, computed piece by piece: it may be far larger than memory.");
  ImGui::Spacing();
  size_rows(state);
  ImGui::Spacing();
  format_row(state);
  file_row(state);
  ImGui::Spacing();
  ImGui::Separator();
  ImGui::Spacing();
  seconds_ = state.current() ? computing_seconds(*state.frame, size_) : std::nullopt;
  const Wish wanted = wish(state);
  const auto newest = outlooks_.follow(wanted, state);
  outlook_lines(state, wanted, newest.get());
  ImGui::Spacing();
  buttons(state, wanted, newest.get());
}

void PosterLayer::draw(State& state, LayerSpace& space) {
  if (!is_open()) return;
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({display.x * 0.5F, display.y * 0.5F}, ImGuiCond_Always, {0.5F, 0.5F});
  const float width = std::min(display.x - state.units(24), state.units(520));
  ImGui::SetNextWindowSizeConstraints({width, 0}, {width, display.y - state.units(24)});
  const ImGuiWindowFlags flags =
      notice_flags & ~(ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoFocusOnAppearing);
  if (const LayerWindow window(state, space, "##poster", flags); window) body(state);
}

}  // namespace heteroscope

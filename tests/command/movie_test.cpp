#include <signal.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "app/production/movie/keyframes.hpp"
#include "core/io/png/png.hpp"
#include "core/model/schema/settings_json.hpp"
#include "core/movie/log_polar.hpp"
#include "kernels/registry.hpp"
#include "tests/command/stopped_program.hpp"

/// Movies, held against pictures that are rendered one by one.
namespace heteroscope::testing {
namespace {

class Movie : public StoppedProgram {
 protected:
  /// The settings in a PNG that the program wrote.
  [[nodiscard]] std::string settings_of(const std::string& png) const {
    const std::string bytes = read_text(file(png));
    return png_text(std::as_bytes(std::span(bytes)), png).value_or("");
  }
  /// Every file is, byte for byte, what `render` makes of the settings in it.
  void expect_rendered(const std::vector<std::string>& pngs) const {
    for (const std::string& each : pngs) {
      expect_success("render --settings " + each + " --out rendered.png");
      EXPECT_TRUE(read_text(file(each)) == read_text(file("rendered.png"))) << each;
    }
  }
  /// Red, green and blue of the pictures, one after the other.
  [[nodiscard]] std::string bare(const std::vector<std::string>& pngs) const {
    std::string out;
    for (const std::string& each : pngs) {
      const std::string bytes = read_text(file(each));
      for (const std::uint32_t pixel : decode_png(std::as_bytes(std::span(bytes)), each).pixels) {
        for (int channel = 0; channel < 3; ++channel) out += static_cast<char>(pixel >> (8 * channel));
      }
    }
    return out;
  }
};

constexpr const char* zoom =
    "movie mandelbrot --from full --via span=0.01,center_re=-0.75,center_im=0.1 --to spiral50 --set "
    "max_iterations=1500 "
    "--processor cpu --size 97x55 ";
const std::vector<std::string> zoom_frames{"f0.png", "f1.png", "f2.png", "f3.png", "f4.png", "f5.png", "f6.png"};

TEST_F(Movie, FramesAreWhatRenderMakesOfTheirSettings) {
  const Result result = expect_success(zoom + std::string("--frames 7 --out f%d.png"));
  EXPECT_TRUE(result.out.starts_with("wrote f%d.png: 7 frames of mandelbrot 97x55 fp64 on cpu")) << result.out;
  expect_rendered(zoom_frames);
  const std::string of_map = "render mandelbrot --set max_iterations=1500 --processor cpu --size 97x55 --out end.png ";
  expect_success(of_map + "--scene full");
  EXPECT_TRUE(read_text(file("end.png")) == read_text(file("f0.png"))) << "it begins at the first key frame";
  expect_success(of_map + "--scene spiral50 --scale log");  // the look of the first
  EXPECT_TRUE(read_text(file("end.png")) == read_text(file("f6.png"))) << "it ends at the last";
}

TEST_F(Movie, ARecordingIsItsKeyFramesWithTheLookAndSizeOfTheFirst) {
  Settings first = default_settings(find_workload(catalog(), "mandelbrot"));
  first.problem.size = {65, 41};
  first.execution.threads = 2;
  first.look.palette = "ember";
  Settings last = first;
  last.problem.parameters["span"] = 0.5;
  last.problem.size = {31, 200};
  last.execution.threads = 1;
  last.look = {.palette = "dusk", .scale = "histogram"};
  write_text(file("way.json"), keyframes_to_json({first, last}));
  expect_success("movie --keyframes way.json --frames 3 --out r%d.png");
  last.problem.size = first.problem.size;
  last.execution = first.execution;
  last.look = first.look;
  EXPECT_EQ(settings_from_json(settings_of("r0.png"), "r0.png", catalog()).problem, first.problem);
  const Settings shown = settings_from_json(settings_of("r2.png"), "r2.png", catalog());
  EXPECT_EQ(shown.problem, last.problem);
  EXPECT_EQ(shown.execution, last.execution);
  EXPECT_EQ(shown.look.palette, "ember");
  expect_rendered({"r1.png"});
  expect_success("movie mandelbrot --keyframes way.json --size 20x10 --set max_iterations=77 --frames 2 --out s%d.png");
  const Problem smaller = settings_from_json(settings_of("s1.png"), "s1.png", catalog()).problem;
  EXPECT_EQ(smaller.size, (Size{20, 10}));
  EXPECT_EQ(smaller.parameters.at("max_iterations"), 77);
  const std::string way = "movie --keyframes way.json --frames 2 --out t%d.png ";
  expect_refused(way + "--to span=1", "--keyframes already names all key frames: leave out --from, --via and --to");
  expect_refused(way + "--scene full", "--keyframes already names all key frames: leave out --settings and --scene");
  expect_refused("movie heat --keyframes way.json --out t%d.png", "contains settings of mandelbrot, not of heat");
  expect_refused("movie --keyframes r0.png --out t%d.png", "r0.png");
  expect_refused("movie --keyframes none.json --out t%d.png", "none.json");
}

TEST_F(Movie, BareFramesAreThePixelsOfThePngs) {
  expect_success(zoom + std::string("--frames 7 --out f%d.png"));
  const Result piped = run(zoom + std::string("--frames 7 --out -"));
  EXPECT_EQ(piped.code, 0);
  EXPECT_EQ(piped.out.size(), 7U * 97 * 55 * 3);
  EXPECT_TRUE(piped.out == bare(zoom_frames));
  EXPECT_TRUE(piped.error.starts_with("note: wrote -: 7 frames of mandelbrot")) << piped.error;
  // a frame's second, in a folder: as many as --seconds and --fps say
  ::mkdir(file("frames").c_str(), 0755);
  expect_success("movie triangle --scene collision --set n=33 --to time=2 --seconds 0.5 --fps 6 --out frames");
  EXPECT_FALSE(std::filesystem::exists(file("frames/00003.png")));
  expect_rendered({"frames/00000.png", "frames/00001.png", "frames/00002.png"});
}

/// The colors of heat follow from values; all frames have the same ends.
TEST_F(Movie, IterationsGoOnFromFrameToFrame) {
  expect_success("movie heat --set initial=spot --set n=65 --from steps=10 --to steps=200 --frames 4 --out h%02d.png");
  expect_rendered({"h00.png", "h01.png", "h02.png", "h03.png"});
  const auto part = [&](const std::string& png, const std::string& key) {
    const std::string text = settings_of(png);
    return text.substr(text.find(key), 40);
  };
  EXPECT_TRUE(part("h01.png", "\"steps\"").starts_with("\"steps\": 73,")) << settings_of("h01.png");
  EXPECT_NE(settings_of("h00.png").find("\"automatic\": false"), std::string::npos) << settings_of("h00.png");
  EXPECT_EQ(part("h00.png", "\"high\""), part("h03.png", "\"high\""));
  EXPECT_EQ(part("h00.png", "\"low\""), part("h03.png", "\"low\""));
}

/// Colors by ranks are what deep views have.
TEST_F(Movie, FramesHaveTheColorsThatRenderGivesThem) {
  const std::string of = "movie mandelbrot --scene spiral50 --to span=1e-49 --processor cpu --size 25x15 --frames 3 ";
  expect_success(of + "--samples 2 --out r%d.png");
  EXPECT_NE(settings_of("r1.png").find("\"scale\": \"histogram\""), std::string::npos);
  expect_rendered({"r0.png", "r1.png", "r2.png"});
  expect_success(of + "--set smooth=1 --scale distance --out d%d.png");
  expect_rendered({"d0.png", "d1.png", "d2.png"});
}

TEST_F(Movie, StartsFromAPicture) {
  expect_success("render mandelbrot --scene seahorses --processor cpu --size 40x30 --out start.png");
  expect_success("movie --from start.png --to span=1e-4 --frames 3 --out f%d.png");
  EXPECT_TRUE(read_text(file("start.png")) == read_text(file("f0.png")));
  expect_success("movie mandelbrot --to f2.png --size 40x30 --set max_iterations=2000 --frames 3 --out g%d.png");
  EXPECT_EQ(settings_of("g2.png"), settings_of("f2.png"));
}

TEST_F(Movie, GoesOnWithItsFrames) {
  const std::string line =
      "movie mandelbrot --scene inside --processor cpu --set max_iterations=3000 --variant sequential --to span=0.1 "
      "--size 240x180 --frames 9 --out ";
  expect_success(line + "whole%d.png");
  const auto there = [&] { return std::filesystem::exists(file("a2.png")); };
  const int status = stopped_by(SIGINT, line + "a%d.png", there);
  ASSERT_TRUE(WIFEXITED(status)) << "it ends by itself";
  EXPECT_EQ(WEXITSTATUS(status), 130);
  const std::string error = read_text(file("error"));
  EXPECT_NE(error.find(" of 9 frames of a%d.png; --resume continues\n"), std::string::npos) << error;
  ASSERT_FALSE(std::filesystem::exists(file("a8.png")));
  std::filesystem::remove(file("a1.png"));
  expect_refused(line + "a%d.png", "a0.png exists already: --resume continues the movie");
  expect_refused(line + "a%d.png --resume --palette gray", "--resume: a0.png belongs to another movie");
  const Result resumed = expect_success(line + "a%d.png --resume");
  EXPECT_NE(resumed.out.find("of them from before"), std::string::npos) << resumed.out;
  for (int i = 0; i < 9; ++i) {
    const std::string name = std::to_string(i) + ".png";
    EXPECT_TRUE(read_text(file("a" + name)) == read_text(file("whole" + name))) << i;
  }
  std::filesystem::rename(file("a0.png"), file("a9.png"));
  expect_refused(line + "a%d.png --resume", "a9.png exists already, after the last of 9 frames");
}

TEST_F(Movie, FramesAreTakenFromLargerPictures) {
  const std::string line =
      "movie mandelbrot --from seahorses --to span=0.003 --set max_iterations=300 --processor cpu --size 40x30 "
      "--frames 12 ";
  const Result result = run(line + "--reuse --out f%02d.png");
  EXPECT_EQ(result.code, 0);
  EXPECT_TRUE(result.error.starts_with("note: 10 of 12 frames were cut from 1 picture of 80x60; ")) << result.error;
  EXPECT_NE(result.error.find("In 5 frames that were also computed for comparison, "), std::string::npos)
      << result.error;
  EXPECT_EQ(settings_of("f03.png"), "") << "it is not what render makes of them";
  // counts are such as the frames would have, a few pixels apart
  expect_success(line + "--out g%02d.png");
  const std::string taken = bare({"f00.png", "f03.png"});
  const std::string computed = bare({"g00.png", "g03.png"});
  std::size_t same = 0;
  for (std::size_t i = 0; i < taken.size(); ++i) same += taken[i] == computed[i] ? 1 : 0;
  EXPECT_GT(same, taken.size() / 3) << taken.size();
  expect_refused(line + "--reuse --resume --out f%02d.png",
                 "--resume: frames of --reuse contain no settings by which to recognize them");
  expect_refused("movie mandelbrot --to span=1,max_iterations=9 --reuse --out h%d.png",
                 "max_iterations also changes, not only the view");
  expect_refused("movie mandelbrot --to span=1,rotation=30 --reuse --out h%d.png",
                 "--reuse: rotation also changes; a picture that turns cannot be taken from one that does not");
  expect_refused("movie heat --to steps=9 --reuse --out h%d.png", "--reuse: heat has no view to zoom into");
}

/// The last frame follows from the map, but for pixels at whose places a little aside another count is.
TEST_F(Movie, MapHoldsTheZoom) {
  const std::string way = "mandelbrot --set max_iterations=60 --processor cpu --size 64x40 ";
  const Result result = expect_success("movie " + way + "--from full --to span=0.3 --map way.png");
  EXPECT_TRUE(result.out.starts_with("wrote way.png: 238x")) << result.out;
  expect_success("render " + way + "--set span=0.3 --out end.png");
  const auto picture = [&](const std::string& name) {
    const std::string bytes = read_text(file(name));
    return decode_png(std::as_bytes(std::span(bytes)), name);
  };
  const Picture map = picture("way.png");
  const Picture end = picture("end.png");
  const View wide{.x = -0.75, .y = 0, .span = 4};  // 2.5 for a square
  const LogPolar places = log_polar(wide, {.x = -0.75, .y = 0, .span = 0.3}, end.size);
  ASSERT_EQ(map.size, (Size{places.columns, static_cast<int>(places.rows)}));
  const double pi = std::acos(-1.0);
  int same = 0;
  for (int y = 0; y < end.size.height; ++y) {
    for (int x = 0; x < end.size.width; ++x) {
      const double right = x + 0.5 - end.size.width / 2.0;
      const double up = end.size.height / 2.0 - y - 0.5;
      const double distance = 0.3 / end.size.width * std::hypot(right, up);
      const double turn = std::atan2(up, right) / (2 * pi);
      const int column = static_cast<int>((turn - std::floor(turn)) * places.columns);
      const double inward = std::log(places.disk.span.to_double() / 2 / distance);
      const auto row = static_cast<int>(std::min(inward * places.columns / (2 * pi), map.size.height - 1.0));
      same += map.pixels[static_cast<std::size_t>(row) * static_cast<std::size_t>(map.size.width) +
                         static_cast<std::size_t>(column)] ==
                      end.pixels[static_cast<std::size_t>(y) * static_cast<std::size_t>(end.size.width) +
                                 static_cast<std::size_t>(x)]
                  ? 1
                  : 0;
    }
  }
  EXPECT_GT(same, end.size.area() * 9 / 10);
  const std::string of = "movie mandelbrot --to span=1 ";
  expect_refused(of + "--map a.png --frames 3",
                 "--map writes one picture: leave out --out, --seconds, --fps, --frames, --reuse and "
                 "--resume");
  expect_refused(of + "--map a.jpg", "--map 'a.jpg' must end in .png");
  expect_refused(of + "--map none/a.png", "there is no folder none");
  expect_refused(of + "--via span=2 --map a.png", "--map needs exactly two key frames, without --via");
  expect_refused("movie heat --to steps=9 --map a.png", "--map: heat has no view to zoom into");
  expect_refused("movie mandelbrot --to span=1,max_iterations=7 --map a.png",
                 "--map: max_iterations also changes, not only the view");
  expect_refused("movie mandelbrot --to span=1e-100000 --size 60000x60000 --map a.png", "--map: ");
}

/// Where there is an ffmpeg; .mkv keeps every bit.
TEST_F(Movie, VideoHoldsTheFrames) {
  if (std::system("command -v ffmpeg >/dev/null") != 0) GTEST_SKIP() << "ffmpeg is not installed";
  expect_success(zoom + std::string("--frames 7 --out f%d.png"));
  expect_success(zoom + std::string("--frames 7 --fps 25 --out zoom.mkv"));
  const std::string in_folder = "cd '" + folder() + "' && ";
  ASSERT_EQ(std::system((in_folder + "ffmpeg -loglevel error -i zoom.mkv -f rawvideo -pix_fmt rgb24 raw").c_str()), 0);
  EXPECT_TRUE(read_text(file("raw")) == bare(zoom_frames));
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder()), {}), 9) << "no part of it is left";
  expect_refused(zoom + std::string("--frames 7 --out zoom.mp4"), "is not possible: width and height must be even");
}

/// What a player makes of a video's colors is what the pictures have, by the tags and by what players take for granted.
TEST_F(Movie, VideosSayWhatTheirColorsAre) {
  if (std::system("command -v ffmpeg >/dev/null") != 0) GTEST_SKIP() << "ffmpeg is not installed";
  struct Case {
    const char *size, *tags, *matrix;
  };
  for (const Case& each : {Case{"320x720", "yuv420p(tv, bt709, ", "bt709"},
                           Case{"320x718", "yuv420p(tv, smpte170m/bt709/bt709, ", "bt601"}}) {
    for (const char* const video : {"a.mp4", "a.webm"}) {
      SCOPED_TRACE(::testing::Message() << each.size << ' ' << video);
      const std::string of =
          "movie mandelbrot --from full --to span=2 --frames 2 --samples 4 --palette ember --set max_iterations=60 "
          "--processor cpu --size " +
          std::string(each.size) + " --out ";
      for (const char* const frame : {"f0.png", "f1.png"}) std::filesystem::remove(file(frame));
      expect_success(of + "f%d.png");
      expect_success(of + video);
      const std::string ffmpeg = "cd '" + folder() + "' && ffmpeg -hide_banner -y -i " + video;
      ASSERT_EQ(std::system((ffmpeg + " -f rawvideo -pix_fmt rgb24 tags 2>said").c_str()), 0);
      const std::string by_matrix =
          " -vf scale=in_color_matrix=" + std::string(each.matrix) + " -f rawvideo -pix_fmt rgb24 matrix 2>/dev/null";
      ASSERT_EQ(std::system((ffmpeg + by_matrix).c_str()), 0);
      EXPECT_NE(read_text(file("said")).find(each.tags), std::string::npos) << read_text(file("said"));
      const std::string frames = bare({"f0.png", "f1.png"});
      for (const char* const decoded : {"tags", "matrix"}) {
        const std::string found = read_text(file(decoded));
        ASSERT_EQ(found.size(), frames.size());
        std::array<double, 3> sums{};
        for (std::size_t i = 0; i < frames.size(); ++i)
          sums[i % 3] += static_cast<unsigned char>(found[i]) - static_cast<int>(static_cast<unsigned char>(frames[i]));
        // of 255; the other matrix is 7 away
        for (const double sum : sums) EXPECT_LT(std::abs(sum) / (static_cast<double>(frames.size()) / 3), 2) << decoded;
      }
    }
  }
}

/// A bit of what an earlier run has made is another, or its end is missing.
TEST_F(Movie, ADamagedFrameIsMadeAgain) {
  const std::string line = zoom + std::string("--frames 7 --out ");
  expect_success(line + "f%d.png");
  expect_success(line + "a%d.png");
  const std::string frame = read_text(file("a3.png"));
  for (const std::size_t at : {frame.find("IDAT") + 30, frame.size() / 2, frame.size() - 1}) {
    std::string damaged = frame;
    damaged[at] = static_cast<char>(damaged[at] ^ 4);
    write_text(file("a3.png"), damaged);
    std::filesystem::resize_file(file("a5.png"), std::filesystem::file_size(file("a5.png")) - 1);
    const Result resumed = expect_success(line + "a%d.png --resume");
    EXPECT_NE(resumed.out.find("5 of them from before"), std::string::npos) << resumed.out;
    for (int i = 0; i < 7; ++i) {
      const std::string name = std::to_string(i) + ".png";
      EXPECT_TRUE(read_text(file("a" + name)) == read_text(file("f" + name))) << i;
    }
  }
}

/// One that does not do what it is asked for.
TEST_F(Movie, FailingEncoderIsOneLine) {
  ::mkdir(file("bin").c_str(), 0755);
  write_text(file("bin/ffmpeg"), "#!/bin/sh\necho first >&2\necho 'no such encoder' >&2\nexit 1\n");
  ::chmod(file("bin/ffmpeg").c_str(), 0755);
  write_text(file("zoom.mkv"), "yesterday's");
  expect_refused(zoom + std::string("--frames 7 --out zoom.mkv"), "--out zoom.mkv: ffmpeg failed: no such encoder",
                 "PATH=$PWD/bin:$PATH;");
  expect_refused(zoom + std::string("--frames 7 --out zoom.mkv"), "--out zoom.mkv: ffmpeg is not installed",
                 "PATH=/nowhere;");
}

TEST_F(Movie, RefusesWhatCannotBe) {
  const std::string of = "movie mandelbrot --size 40x30 --frames 3 ";
  const std::string out = "--out f%d.png";
  expect_refused("movie mandelbrot --to span=1", "--out is required");
  expect_refused(of + out, "--to is required");
  expect_refused("movie --to span=1 " + out, "which workload?");
  expect_refused(of + "--to span=1 --out f.png", "--out 'f.png' is not frames");
  for (const char* name : {"f%s.png", "f%d%d.png", "f%5d.png", "f%099d.png", "f%d.jpg", "f%"})
    expect_refused(of + "--to span=1 --out " + name, "': the name of a frame needs one number, as in frame%05d.png");
  expect_refused(of + "--to span=1 --out none/f%d.png", "there is no folder none");
  expect_refused(of + "--to span=1 --out - --resume", "--resume is for frames that are PNG files");
  expect_refused(of + "--to span=1 --seconds 2 " + out, "--frames and --seconds");
  expect_refused(of + "--to span=1 --fps 20 " + out, "--fps");
  expect_refused("movie mandelbrot --to span=1 --frames 1 " + out, "--frames '1'");
  expect_refused("movie mandelbrot --to span=1 --seconds 1000000 " + out, "30000000 frames are not from 2 to 1000000");
  expect_refused(of + "--to nowhere " + out, "--to nowhere: not a .json or .png with settings");
  expect_refused(of + "--to none.png " + out, "--to none.png: cannot read none.png");
  expect_refused(of + "--to span=1,span=2 " + out, "'span=1' already sets it");
  expect_refused(of + "--to span=1, " + out, "'' is not KEY=VALUE");
  expect_refused(of + "--to span=-1 " + out, "--to span=-1: span: -1 is outside");
  expect_refused(of + "--to steps=7 " + out, "mandelbrot takes no steps");
  expect_refused(of + "--via span=2.5 --to span=1 " + out, "between the start and --via span=2.5: nothing changes");
  expect_refused(of + "--to smooth=1 " + out, "smooth is false and true; only numbers can change gradually");
  expect_refused(of + "--to span=1 --scale histogram --reuse " + out, "--reuse: the scale histogram needs frames");
  expect_refused(of + "--to span=1 --samples 2 --reuse " + out, "--reuse supports one sample per pixel");
  expect_refused(of + "--to span=1 --samples 2 --map a.png",
                 "--map writes one picture: leave out --out, --seconds, --fps, --frames, --reuse and "
                 "--resume");
  expect_refused("movie heat --to fourier=0.3 --frames 3 " + out, "above 0.25, the stability limit");
}

}  // namespace
}  // namespace heteroscope::testing

#pragma once

namespace heteroscope::nbody {

enum class Start { plummer, disk, collision };

/// The parameters. Lengths, masses and times are in units in which the gravitational constant and the total mass are 1.
struct Parameters {
  int bodies = 2048;
  Start start = Start::collision;
  double softening = 0.02;
  double time_step = 0.002;
  int seed = 1;
  double center_x = 0;
  double center_y = 0;
  double span = 8;
  double dot = 0;
};

}  // namespace heteroscope::nbody
